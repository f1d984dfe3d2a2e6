//! The few words of a book, in several languages.

use dedale::picture::Marks;
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
    /// The seed of a maze.
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
    /// The text in front of the line for a name.
    pub name: &'static str,
    /// The text in front of the boxes for the letters on the way.
    pub word: &'static str,
    /// The text in front of the line for the sum of the numbers on the way.
    pub sum: &'static str,
    /// What to do with a maze whose way shows a picture.
    pub color: &'static str,
    /// What to do with a maze, by its marks.
    tasks: Tasks,
    /// The words before the name of the owner.
    pub belongs_to: &'static str,
    /// How mazes are solved.
    pub rules: [&'static str; 3],
    /// The words after the last maze.
    pub done: &'static str,
}

/// What to do with a maze that has these marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Tasks {
    /// Arrows at doors.
    arrows: &'static str,
    /// A ring and a disc.
    dots: &'static str,
    mouse: &'static str,
    treasure: &'static str,
    rocket: &'static str,
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
        name: "Name:",
        word: "Solution word:",
        sum: "Sum",
        color: "Color the way: what is it?",
        tasks: Tasks {
            arrows: "Find the way through the maze.",
            dots: "Find the way from the ring to the dot.",
            mouse: "Help the mouse find the cheese.",
            treasure: "Help the child find the treasure.",
            rocket: "Help the rocket reach the planet.",
        },
        belongs_to: "This book belongs to",
        rules: ["Start at the entrance.", "Never cross a wall.", "Dead end? Go back and try another way."],
        done: "You did it!",
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
        name: "Nom :",
        word: "Mot mystère :",
        sum: "Somme",
        color: "Colorie le chemin : qu’est-ce que c’est ?",
        tasks: Tasks {
            arrows: "Trouve le chemin à travers le labyrinthe.",
            dots: "Trouve le chemin de l’anneau au point.",
            mouse: "Aide la souris à trouver le fromage.",
            treasure: "Aide l’enfant à trouver le trésor.",
            rocket: "Aide la fusée à rejoindre la planète.",
        },
        belongs_to: "Ce livre appartient à",
        rules: [
            "Commence à l’entrée.",
            "Ne traverse jamais un mur.",
            "Un cul-de-sac ? Reviens en arrière et essaie un autre chemin.",
        ],
        done: "Tu as réussi !",
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
        name: "Name:",
        word: "Lösungswort:",
        sum: "Summe",
        color: "Male den Weg aus: Was ist es?",
        tasks: Tasks {
            arrows: "Finde den Weg durch das Labyrinth.",
            dots: "Finde den Weg vom Ring zum Punkt.",
            mouse: "Hilf der Maus, den Käse zu finden.",
            treasure: "Hilf dem Kind, den Schatz zu finden.",
            rocket: "Hilf der Rakete, den Planeten zu erreichen.",
        },
        belongs_to: "Dieses Buch gehört",
        rules: [
            "Beginne am Eingang.",
            "Überquere nie eine Wand.",
            "Sackgasse? Geh zurück und versuche einen anderen Weg.",
        ],
        done: "Geschafft!",
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
        name: "Nombre:",
        word: "Palabra secreta:",
        sum: "Suma",
        color: "Colorea el camino: ¿qué es?",
        tasks: Tasks {
            arrows: "Encuentra el camino a través del laberinto.",
            dots: "Encuentra el camino del anillo al punto.",
            mouse: "Ayuda al ratón a encontrar el queso.",
            treasure: "Ayuda al niño a encontrar el tesoro.",
            rocket: "Ayuda al cohete a llegar al planeta.",
        },
        belongs_to: "Este libro pertenece a",
        rules: [
            "Empieza en la entrada.",
            "No cruces nunca una pared.",
            "¿Un callejón sin salida? Vuelve atrás y prueba otro camino.",
        ],
        done: "¡Lo lograste!",
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
        name: "Nome:",
        word: "Parola segreta:",
        sum: "Somma",
        color: "Colora il percorso: che cos’è?",
        tasks: Tasks {
            arrows: "Trova la strada attraverso il labirinto.",
            dots: "Trova la strada dall’anello al punto.",
            mouse: "Aiuta il topo a trovare il formaggio.",
            treasure: "Aiuta il bambino a trovare il tesoro.",
            rocket: "Aiuta il razzo a raggiungere il pianeta.",
        },
        belongs_to: "Questo libro appartiene a",
        rules: [
            "Comincia dall’ingresso.",
            "Non attraversare mai un muro.",
            "Un vicolo cieco? Torna indietro e prova un’altra strada.",
        ],
        done: "Ce l’hai fatta!",
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
        name: "Nome:",
        word: "Palavra secreta:",
        sum: "Soma",
        color: "Pinte o caminho: o que é?",
        tasks: Tasks {
            arrows: "Encontre o caminho pelo labirinto.",
            dots: "Encontre o caminho do anel ao ponto.",
            mouse: "Ajude o rato a encontrar o queijo.",
            treasure: "Ajude a criança a encontrar o tesouro.",
            rocket: "Ajude o foguete a chegar ao planeta.",
        },
        belongs_to: "Este livro pertence a",
        rules: [
            "Comece pela entrada.",
            "Nunca atravesse uma parede.",
            "Um beco sem saída? Volte e tente outro caminho.",
        ],
        done: "Você conseguiu!",
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
        name: "Naam:",
        word: "Oplossingswoord:",
        sum: "Som",
        color: "Kleur de weg: wat is het?",
        tasks: Tasks {
            arrows: "Vind de weg door het doolhof.",
            dots: "Vind de weg van de ring naar de stip.",
            mouse: "Help de muis de kaas te vinden.",
            treasure: "Help het kind de schat te vinden.",
            rocket: "Help de raket de planeet te bereiken.",
        },
        belongs_to: "Dit boek is van",
        rules: [
            "Begin bij de ingang.",
            "Ga nooit door een muur.",
            "Doodlopende weg? Ga terug en probeer een andere weg.",
        ],
        done: "Het is je gelukt!",
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
        name: "Όνομα:",
        word: "Κρυμμένη λέξη:",
        sum: "Άθροισμα",
        color: "Χρωμάτισε τη διαδρομή: τι είναι;",
        tasks: Tasks {
            arrows: "Βρες τον δρόμο μέσα από τον λαβύρινθο.",
            dots: "Βρες τον δρόμο από τον δακτύλιο ως την τελεία.",
            mouse: "Βοήθησε το ποντίκι να βρει το τυρί.",
            treasure: "Βοήθησε το παιδί να βρει τον θησαυρό.",
            rocket: "Βοήθησε τον πύραυλο να φτάσει στον πλανήτη.",
        },
        belongs_to: "Αυτό το βιβλίο ανήκει σε",
        rules: [
            "Ξεκίνα από την είσοδο.",
            "Μην περνάς ποτέ μέσα από τοίχο.",
            "Αδιέξοδο; Γύρνα πίσω και δοκίμασε άλλον δρόμο.",
        ],
        done: "Τα κατάφερες!",
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
        name: "Имя:",
        word: "Загаданное слово:",
        sum: "Сумма",
        color: "Раскрась путь: что это?",
        tasks: Tasks {
            arrows: "Найди путь через лабиринт.",
            dots: "Найди путь от кольца к точке.",
            mouse: "Помоги мышке найти сыр.",
            treasure: "Помоги ребёнку найти сокровище.",
            rocket: "Помоги ракете долететь до планеты.",
        },
        belongs_to: "Эта книга принадлежит",
        rules: ["Начни у входа.", "Не пересекай стены.", "Тупик? Вернись и попробуй другой путь."],
        done: "У тебя получилось!",
    },
];

impl Words {
    /// The names of all languages.
    pub fn names() -> Vec<&'static str> {
        LANGUAGES.iter().map(|words| words.lang).collect()
    }

    /// What to do with a maze with these marks, which may have doors. `None` if its ends are not marked.
    pub fn task(&self, marks: Marks, has_doors: bool) -> Option<&'static str> {
        let Tasks { arrows, dots, mouse, treasure, rocket } = self.tasks;
        match marks {
            Marks::Arrows if has_doors => Some(arrows),
            Marks::Arrows | Marks::Dots => Some(dots),
            Marks::Mouse => Some(mouse),
            Marks::Treasure => Some(treasure),
            Marks::Rocket => Some(rocket),
            _ => None,
        }
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
