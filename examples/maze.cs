// Asks a running server for a maze and counts its junctions: cells with three or more passages.
//
//   dotnet run examples/maze.cs -- [http://127.0.0.1:8080]                                          (.NET 10 or later)
//   mcs -r:System.Net.Http -out:maze.exe examples/maze.cs && mono maze.exe [http://127.0.0.1:8080]  (Mono)

using System;
using System.Linq;
using System.Net.Http;

static class Program
{
    static int Main(string[] words)
    {
        var address = words.FirstOrDefault() ?? Environment.GetEnvironmentVariable("DEDALE_URL") ?? "http://127.0.0.1:8080";
        using (var client = new HttpClient())
        {
            // A table with a number for each cell, the sum of its walls: N is 1, E is 2, S is 4, W is 8.
            var answer = client.GetAsync(address + "/maze.csv?algo=wilson&w=16&h=8&encoding=bits").Result;
            var text = answer.Content.ReadAsStringAsync().Result;
            if (!answer.IsSuccessStatusCode)
            {
                Console.Error.WriteLine(text);
                return 1;
            }
            var cells = text.Split(new[] { ',', '\r', '\n' }, StringSplitOptions.RemoveEmptyEntries).Select(int.Parse).ToList();
            var walls = new Func<int, int>(cell => (cell & 1) + (cell >> 1 & 1) + (cell >> 2 & 1) + (cell >> 3 & 1));
            var seed = string.Join("", answer.Headers.GetValues("Dedale-Seed"));
            Console.WriteLine("seed {0}: {1} of {2} cells are junctions", seed, cells.Count(cell => walls(cell) <= 1), cells.Count);
            return 0;
        }
    }
}
