//! The few words of a book, in several languages.

use serde::Serialize;

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Words {
    /// The language, as BCP 47 names it.
    pub lang: &'static str,
    /// One maze.
    pub maze: &'static str,
    /// Mazes, where there are two to four of them, or their number ends like that.
    few: &'static str,
    /// Mazes, where there are more.
    many: &'static str,
    /// The number from which a maze is made.
    pub seed: &'static str,
    /// The part with the way through one maze.
    pub solution: &'static str,
    /// The part with the ways through them.
    pub solutions: &'static str,
    /// That the way through a maze is on a page, whose number follows.
    pub solution_on: &'static str,
    /// A page, before its number.
    pub page: &'static str,
    /// That there is such a part.
    pub with_solutions: &'static str,
    /// How many choices there are on the way.
    pub difficulty: &'static str,
    /// The text in front of the line for a name.
    pub name: &'static str,
    /// The text in front of the boxes for the letters on the way.
    pub word: &'static str,
    /// The text in front of the line for the sum of the numbers on the way.
    pub sum: &'static str,
    /// What to do with a maze whose way shows a picture.
    pub color: &'static str,
}

/// Every language, in the order in which messages name them.
pub static LANGUAGES: &[Words] = &[
    Words {
        lang: "en",
        maze: "Maze",
        few: "mazes",
        many: "mazes",
        seed: "seed",
        solution: "Solution",
        solutions: "Solutions",
        solution_on: "Solution: page",
        page: "page",
        with_solutions: "with solutions",
        difficulty: "difficulty",
        name: "Name:",
        word: "Solution word:",
        sum: "Sum",
        color: "Color the way: what is it?",
    },
    Words {
        lang: "fr",
        maze: "Labyrinthe",
        few: "labyrinthes",
        many: "labyrinthes",
        seed: "graine",
        solution: "Solution",
        solutions: "Solutions",
        solution_on: "Solution : page",
        page: "page",
        with_solutions: "avec solutions",
        difficulty: "difficulté",
        name: "Nom :",
        word: "Mot mystère :",
        sum: "Somme",
        color: "Colorie le chemin : qu’est-ce que c’est ?",
    },
    Words {
        lang: "de",
        maze: "Labyrinth",
        few: "Labyrinthe",
        many: "Labyrinthe",
        seed: "Startwert",
        solution: "Lösung",
        solutions: "Lösungen",
        solution_on: "Lösung: Seite",
        page: "Seite",
        with_solutions: "mit Lösungen",
        difficulty: "Schwierigkeit",
        name: "Name:",
        word: "Lösungswort:",
        sum: "Summe",
        color: "Male den Weg aus: Was ist es?",
    },
    Words {
        lang: "es",
        maze: "Laberinto",
        few: "laberintos",
        many: "laberintos",
        seed: "semilla",
        solution: "Solución",
        solutions: "Soluciones",
        solution_on: "Solución: página",
        page: "página",
        with_solutions: "con soluciones",
        difficulty: "dificultad",
        name: "Nombre:",
        word: "Palabra secreta:",
        sum: "Suma",
        color: "Colorea el camino: ¿qué es?",
    },
    Words {
        lang: "it",
        maze: "Labirinto",
        few: "labirinti",
        many: "labirinti",
        seed: "seme",
        solution: "Soluzione",
        solutions: "Soluzioni",
        solution_on: "Soluzione: pagina",
        page: "pagina",
        with_solutions: "con soluzioni",
        difficulty: "difficoltà",
        name: "Nome:",
        word: "Parola segreta:",
        sum: "Somma",
        color: "Colora il percorso: che cos’è?",
    },
    Words {
        lang: "pt",
        maze: "Labirinto",
        few: "labirintos",
        many: "labirintos",
        seed: "semente",
        solution: "Solução",
        solutions: "Soluções",
        solution_on: "Solução: página",
        page: "página",
        with_solutions: "com soluções",
        difficulty: "dificuldade",
        name: "Nome:",
        word: "Palavra secreta:",
        sum: "Soma",
        color: "Pinte o caminho: o que é?",
    },
    Words {
        lang: "nl",
        maze: "Doolhof",
        few: "doolhoven",
        many: "doolhoven",
        seed: "startgetal",
        solution: "Oplossing",
        solutions: "Oplossingen",
        solution_on: "Oplossing: pagina",
        page: "pagina",
        with_solutions: "met oplossingen",
        difficulty: "moeilijkheid",
        name: "Naam:",
        word: "Oplossingswoord:",
        sum: "Som",
        color: "Kleur de weg: wat is het?",
    },
    Words {
        lang: "el",
        maze: "Λαβύρινθος",
        few: "λαβύρινθοι",
        many: "λαβύρινθοι",
        seed: "σπόρος",
        solution: "Λύση",
        solutions: "Λύσεις",
        solution_on: "Λύση: σελίδα",
        page: "σελίδα",
        with_solutions: "με λύσεις",
        difficulty: "δυσκολία",
        name: "Όνομα:",
        word: "Κρυμμένη λέξη:",
        sum: "Άθροισμα",
        color: "Χρωμάτισε τη διαδρομή: τι είναι;",
    },
    Words {
        lang: "ru",
        maze: "Лабиринт",
        few: "лабиринта",
        many: "лабиринтов",
        seed: "зерно",
        solution: "Решение",
        solutions: "Решения",
        solution_on: "Решение: стр.",
        page: "стр.",
        with_solutions: "с решениями",
        difficulty: "сложность",
        name: "Имя:",
        word: "Загаданное слово:",
        sum: "Сумма",
        color: "Раскрась путь: что это?",
    },
];

impl Words {
    /// The names of all languages.
    pub fn names() -> Vec<&'static str> {
        LANGUAGES.iter().map(|words| words.lang).collect()
    }

    /// A number with one decimal. Of these languages, only English has a point there.
    pub(crate) fn with_a_decimal(&self, number: f64) -> String {
        let text = format!("{number:.1}");
        if self.lang == "en" { text } else { text.replace('.', ",") }
    }

    /// How many mazes there are.
    pub fn count(&self, count: u32) -> String {
        // As Russian counts; where there is one plural, both are the same.
        let is_teen = (11..=14).contains(&(count % 100));
        match count {
            _ if count == 1 || count % 10 == 1 && !is_teen && self.few != self.many => {
                // German writes nouns with a capital letter everywhere.
                let one = if self.lang == "de" { self.maze.to_owned() } else { self.maze.to_lowercase() };
                format!("{count} {one}")
            }
            _ if (2..=4).contains(&(count % 10)) && !is_teen => format!("{count} {}", self.few),
            _ => format!("{count} {}", self.many),
        }
    }
}
