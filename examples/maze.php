<?php
// Asks a running server for a maze and its path, and draws both with emoji. PHP 8.
//
//   php examples/maze.php [http://127.0.0.1:8080]

$base = $argv[1] ?? (getenv('DEDALE_URL') ?: 'http://127.0.0.1:8080');
$query = http_build_query(['w' => 12, 'h' => 6, 'seed' => 7]);
// With ignore_errors, what is wrong can be read.
$context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 10]]);
$table = file_get_contents("$base/solve.csv?$query", false, $context);
if ($table === false || !str_contains($http_response_header[0], ' 200 ')) {
    fwrite(STDERR, "no maze: $table\n");
    exit(1);
}
// A table of blocks: 1 for a wall, 0 for a free block, 2 for the path.
foreach (explode("\n", trim($table)) as $row) {
    echo str_replace(['1', '0', '2', ',', "\r"], ['🟫', '⬜', '🐾', '', ''], $row), "\n";
}
