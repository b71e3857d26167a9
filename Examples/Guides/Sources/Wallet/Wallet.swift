import DataLite

public struct Wallet {
    public static let schema =
        "CREATE TABLE accounts(name TEXT PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents >= 0))"

    let connection: any ConnectionProtocol

    public init(_ connection: any ConnectionProtocol) {
        self.connection = connection
    }

    public func balance(of name: String) throws -> Int {
        try connection.requiredValue(
            "SELECT cents FROM accounts WHERE name = \(name)", as: Int.self)
    }

    /// Moves money from one account to another, or nothing.
    public func move(_ cents: Int, from source: String, to target: String) throws {
        try connection.transaction {
            try connection.execute(
                "UPDATE accounts SET cents = cents - \(cents) WHERE name = \(source)")
            try connection.execute(
                "UPDATE accounts SET cents = cents + \(cents) WHERE name = \(target)")
        }
    }
}
