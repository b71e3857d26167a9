import DataLiteCore

@testable import DataLiteTool

/// Runs `query` on a database of two people.
func queryPeople(
    _ arguments: [String], input: String = "", options: [String] = []
) throws -> BuiltTool.Outcome {
    try withTemporaryDirectory { directory in
        let path = directory + "/people.db"
        let connection = try Connection(path: path)
        try connection.execute(
            sql: """
                CREATE TABLE people(name, age);
                INSERT INTO people VALUES ('Ada', 36), ('Grace', 85);
                """)
        try connection.close()
        return try BuiltTool.run(["query"] + options + [path] + arguments, input: input)
    }
}
