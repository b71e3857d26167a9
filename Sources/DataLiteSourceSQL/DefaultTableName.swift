/// The default name of a table: the plural of its type's name, in lower camel case.
///
/// `RemindersList` is "remindersLists", `Category` is "categories", `URLRecord` is "urlRecords".
package enum DefaultTableName {
    package static func make(fromTypeName typeName: String) -> String {
        plural(of: lowerCamelCase(typeName))
    }

    /// Whether the last word of a type's name has an irregular plural or may already be a plural. Such a
    /// table needs a name in its attribute.
    package static func isAmbiguous(typeName: String) -> Bool {
        let word = lastWord(of: typeName).lowercased()
        if irregularPlurals[word] != nil || ambiguousWords.contains(word) { return true }
        if word.hasSuffix("s") {
            return !["ss", "us"].contains { word.hasSuffix($0) }
        }
        return word.hasSuffix("man")
    }

    /// The plural to suggest for an ambiguous name: its irregular plural, or the name unchanged.
    package static func suggestion(forTypeName typeName: String) -> String {
        let word = lastWord(of: typeName)
        let name = lowerCamelCase(typeName)
        let head = name.dropLast(word.count)
        let tail = name.suffix(word.count)
        let lowered = word.lowercased()
        if let plural = irregularPlurals[lowered] {
            return String(head + tail.prefix(1)) + plural.dropFirst()
        }
        if lowered.hasSuffix("man") { return String(head + tail.dropLast(2)) + "en" }
        return name
    }

    private static func lowerCamelCase(_ name: String) -> String {
        let characters = Array(name)
        var end = characters.prefix { $0.isUppercase }.count
        // The last capital of "URLRecord" begins the next word.
        if end > 1, end < characters.count, characters[end].isLowercase { end -= 1 }
        return String(characters[..<end]).lowercased() + String(characters[end...])
    }

    private static func plural(of name: String) -> String {
        guard let last = name.last, last.isLowercase else { return name + "s" }
        if last == "y" {
            let before = name.dropLast().last
            let isVowel = before.map { "aeiouAEIOU".contains($0) } ?? true
            return isVowel ? name + "s" : String(name.dropLast()) + "ies"
        }
        return ["s", "x", "z", "ch", "sh"].contains { name.hasSuffix($0) }
            ? name + "es" : name + "s"
    }

    private static func lastWord(of name: String) -> String {
        let characters = Array(name)
        let start = characters.indices.last {
            characters[$0].isUppercase
                && ($0 == 0 || !characters[$0 - 1].isUppercase
                    || ($0 + 1 < characters.count && characters[$0 + 1].isLowercase))
        }
        return String(characters[(start ?? 0)...])
    }

    private static let irregularPlurals = [
        "person": "people", "child": "children", "mouse": "mice", "goose": "geese",
        "foot": "feet", "tooth": "teeth", "ox": "oxen", "quiz": "quizzes", "datum": "data",
        "medium": "media", "criterion": "criteria", "phenomenon": "phenomena",
        "bacterium": "bacteria", "curriculum": "curricula", "matrix": "matrices",
        "vertex": "vertices", "leaf": "leaves", "shelf": "shelves", "half": "halves",
        "life": "lives", "knife": "knives", "wife": "wives", "loaf": "loaves", "wolf": "wolves",
        "thief": "thieves", "calf": "calves", "hero": "heroes", "echo": "echoes",
        "potato": "potatoes", "tomato": "tomatoes", "veto": "vetoes", "torpedo": "torpedoes",
        "epoch": "epochs", "stomach": "stomachs", "monarch": "monarchs", "human": "humans",
        "german": "germans", "analysis": "analyses", "basis": "bases", "crisis": "crises",
        "axis": "axes", "thesis": "theses", "hypothesis": "hypotheses", "diagnosis": "diagnoses",
        "synopsis": "synopses", "bus": "buses", "gas": "gases", "lens": "lenses", "bias": "biases",
        "alias": "aliases", "atlas": "atlases", "canvas": "canvases", "iris": "irises",
        "cactus": "cacti", "fungus": "fungi", "nucleus": "nuclei", "stimulus": "stimuli",
    ]

    /// Words whose plural is the word itself and plurals that do not end in "s".
    private static let ambiguousWords: Set<String> = [
        "data", "media", "metadata", "information", "equipment", "software", "hardware", "money",
        "staff", "luggage", "music", "feedback", "research", "weather", "traffic", "sheep", "fish",
        "deer", "aircraft", "people", "children", "mice", "men", "women", "criteria",
    ]
}
