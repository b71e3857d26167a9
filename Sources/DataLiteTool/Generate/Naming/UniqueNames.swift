/// A set of distinct names.
///
/// Names that are canonically equivalent in Unicode are equal.
struct UniqueNames {
    private var taken: Set<String>
    private var nextNumber: [String: Int] = [:]

    init(reserved: Set<String> = []) {
        taken = reserved
    }

    /// Takes a name, and returns whether it was free.
    mutating func claim(_ name: String) -> Bool { taken.insert(name).inserted }

    /// Takes the first free name, or else the last name with the lowest number, starting at 2, that makes it
    /// free.
    ///
    /// - Returns: The name taken.
    mutating func claimFirst(of names: [String]) -> String {
        if let name = names.first(where: { claim($0) }) { return name }
        let base = names.last ?? ""
        // "item1" and "2" would be "item12", which looks like a different name.
        let separator = base.last?.isNumber == true ? "_" : ""
        var number = nextNumber[base] ?? 2
        while !claim("\(base)\(separator)\(number)") { number += 1 }
        nextNumber[base] = number + 1
        return "\(base)\(separator)\(number)"
    }
}
