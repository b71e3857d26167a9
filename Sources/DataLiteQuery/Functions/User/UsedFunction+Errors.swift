extension SQLiteError {
    static func functionsWithOneName(_ first: UsedFunction, _ second: UsedFunction) -> SQLiteError {
        let (one, other) = (first.qualifiedName, second.qualifiedName)
        guard one != other else {
            return SQLiteError.misuse(
                "\(one) of two instances is the SQL function \"\(second.name)\": "
                    + "a statement can call the method of one instance")
        }
        return SQLiteError.misuse(
            "\(one) and \(other) are both the SQL function \"\(second.name)\": "
                + "give one of them another name, as in @DatabaseFunction(\"other\")")
    }

    static func functionIsReplaced(_ function: UsedFunction) -> SQLiteError {
        SQLiteError.misuse(
            "\(function.qualifiedName) replaces another SQL function "
                + "\"\(function.name)\", which is impossible while a statement runs: "
                + "give it another name, as in @DatabaseFunction(\"other\")")
    }

    static func functionOfSchema(_ function: UsedFunction) -> SQLiteError {
        SQLiteError.misuse(
            "\(function.qualifiedName) is not the SQL function \"\(function.name)\" that a "
                + "trigger, a view or a default of this connection calls: give one of them another "
                + "name, as in @DatabaseFunction(\"other\")")
    }

    static func collationIsReplaced(_ collation: DatabaseCollation) -> SQLiteError {
        SQLiteError.misuse(
            "\(collation.place) replaces the collating sequence \"\(collation.name)\" of "
                + "another instance, which is impossible while a statement runs")
    }

    static func collationsWithOneName(
        _ first: String, _ second: DatabaseCollation
    ) -> SQLiteError {
        SQLiteError.misuse(
            "\(first) and \(second.place) both define the collating sequence "
                + "\"\(second.name)\": give one of them another name")
    }

    static func collationOfSQLite(_ collation: DatabaseCollation) -> SQLiteError {
        SQLiteError.misuse(
            "\(collation.place) has the name of SQLite's collating sequence "
                + "\"\(collation.name)\": give it another name, or add it to the connection to "
                + "replace SQLite's")
    }
}

extension UsedFunction {
    /// The name with its module and the types that contain the function.
    fileprivate var qualifiedName: String {
        var path = String(reflecting: type(of: function)).split(separator: ".")
        // The type itself, whose name only the macro knows.
        path.removeLast()
        path.removeAll { $0.hasPrefix("(unknown context") }
        return (path.map(String.init) + [function._functionName]).joined(separator: ".")
    }
}
