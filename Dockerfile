FROM rust:1.95-slim-bookworm AS build
WORKDIR /build

# The dependencies first, for an empty program: they are built again only when one of these files changes. Whatever
# Cargo.toml names must be there, though nothing of it is built here but the program.
COPY Cargo.toml Cargo.lock ./
COPY benches/counts/Cargo.toml benches/counts/
COPY crates/book/Cargo.toml crates/book/
COPY crates/dedale/Cargo.toml crates/dedale/
COPY crates/heap/Cargo.toml crates/heap/
RUN mkdir -p src benches/counts/src benches/http tests/browser crates/book/src crates/dedale/src crates/dedale/benches crates/heap/src \
    && touch src/lib.rs crates/book/src/lib.rs crates/dedale/src/lib.rs crates/heap/src/lib.rs benches/http/main.rs tests/browser/main.rs \
    && echo 'fn main() {}' | tee src/main.rs > benches/counts/src/main.rs \
    && for bench in generators outlines parsing paths pictures windows; do touch crates/dedale/benches/$bench.rs; done
RUN cargo build --release --locked --bin dedale

# Cargo goes by time, and what is copied may be older than what was just built.
COPY openapi.yaml ./
COPY crates crates
COPY src src
RUN touch src/lib.rs src/main.rs crates/*/src/lib.rs && cargo build --release --locked --bin dedale

# No shell and no package manager: the C library, and an account without rights.
FROM gcr.io/distroless/cc-debian12:nonroot

# What this says is in Cargo.toml as well, but for the address of the repository, and the commit: --build-arg gives them.
ARG VERSION=0.1.0
ARG SOURCE
ARG REVISION
LABEL org.opencontainers.image.title="dedale" \
      org.opencontainers.image.description="An HTTP maze service: mazes by algorithm, size and seed, and their solutions, as JSON, text and pictures." \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.documentation="${SOURCE}"

COPY LICENSE LICENSE-MIT LICENSE-APACHE /usr/share/doc/dedale/
COPY --from=build /build/target/release/dedale /usr/local/bin/dedale

# By its number, so that a cluster which refuses root can tell that this is not root.
USER 65532:65532
# The health check reads it too, so both use the same address.
ENV DEDALE_LISTEN=0.0.0.0:8080
# Metrics are served at a separate address if DEDALE_ADMIN_LISTEN is set. It is not public, so it is not exposed here.
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/local/bin/dedale", "health"]
ENTRYPOINT ["/usr/local/bin/dedale"]
