/// Names of which no two are equal.
///
/// Two spellings of one name in Unicode are equal.
struct UniqueNames {
    private var taken: Set<String>
    private var nextNumber: [String: Int] = [:]

    init(reserved: Set<String> = []) {
        taken = reserved
    }

    /// Takes a name; `false` if it is taken already.
    mutating func claim(_ name: String) -> Bool { taken.insert(name).inserted }

    /// Takes the first of the names that is free, or else the last with the first number, from 2,
    /// that makes it free.
    ///
    /// - Returns: the name taken.
    mutating func claimFirst(of names: [String]) -> String {
        if let name = names.first(where: { claim($0) }) { return name }
        let base = names.last ?? ""
        // "item1" and "2" would be another name that looks right.
        let separator = base.last?.isNumber == true ? "_" : ""
        var number = nextNumber[base] ?? 2
        while !claim("\(base)\(separator)\(number)") { number += 1 }
        nextNumber[base] = number + 1
        return "\(base)\(separator)\(number)"
    }
}
