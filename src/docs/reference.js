// The reader of the description, without anything that needs another server.

// With this setting, the reader does not try to make code from text, which the policy of this page forbids.
globalThis.__zod_globalConfig = { jitless: true };
const reader = document.createElement("script");
reader.src = "docs/scalar.js";
const isRead = new Promise((resolve, reject) => {
  reader.addEventListener("load", resolve);
  reader.addEventListener("error", reject);
});
document.head.append(reader);

// The examples name the server that one starts on one's own machine; here they name this one.
const here = new URL(".", location.href).href.replace(/\/$/, "");
const text = await (await fetch("openapi.json")).text();
const description = JSON.parse(text.replaceAll("http://127.0.0.1:8080", here));
const { parameters, schemas } = description.components;
for (const parameter of Object.values(parameters)) {
  const schema = parameter.schema.$ref ? schemas[parameter.schema.$ref.split("/").pop()] : parameter.schema;
  // The reader would send every example of them, and some parameters are not valid together.
  delete schema.examples;
}

await isRead;
Scalar.createApiReference("#reference", {
  content: description,
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // The colors follow the system, as those of the page do.
  hideDarkModeToggle: true,
  showDeveloperTools: "never",
  documentDownloadType: "none",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
