import DataLiteCore
import Testing

@Suite("The samples of the guide to SQL text")
struct SQLSamples {
    @Test("bind interpolated values")
    func binding() throws {
        // sample: bind
        let name = "Robert'); DROP TABLE students;--"
        let query: SQL = "SELECT * FROM students WHERE name = \(name)"
        print(query.text)  // SELECT * FROM students WHERE name = ?
        print(query.parameters)  // ['Robert''); DROP TABLE students;--']
        // end
        #expect(query.text == "SELECT * FROM students WHERE name = ?")
        #expect("\(query.parameters)" == "['Robert''); DROP TABLE students;--']")
    }

    @Test("quote names and expand lists")
    func names() throws {
        // sample: names
        let (table, column, ids) = ("order", "id", [1, 2, 3])
        let query: SQL =
            "SELECT * FROM \(identifier: table) WHERE \(identifier: column) IN \(list: ids)"
        print(query)  // SELECT * FROM "order" WHERE "id" IN (?, ?, ?) [1, 2, 3]
        // end
        #expect("\(query)" == "SELECT * FROM \"order\" WHERE \"id\" IN (?, ?, ?) [1, 2, 3]")
    }

    @Test("combine pieces of SQL")
    func composing() throws {
        let (name, oldest): (String?, Int?) = ("Ada", 40)
        // sample: compose
        var conditions: [SQL] = []
        if let name { conditions.append("name = \(name)") }
        if let oldest { conditions.append("age <= \(oldest)") }
        let filter = conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
        let query: SQL = "SELECT * FROM people WHERE \(filter) ORDER BY \(raw: "age DESC")"
        print(query.text)  // SELECT * FROM people WHERE name = ? AND age <= ? ORDER BY age DESC
        // end
        #expect(
            query.text == "SELECT * FROM people WHERE name = ? AND age <= ? ORDER BY age DESC")
        #expect(query.parameters == ["Ada", 40])
    }

    @Test("make SQL from a string")
    func text() throws {
        let connection = try Connection(location: .inMemory)
        // sample: raw
        let text = "SELECT ?1 + ?2"  // from a file, say
        let sum: Int? = try connection.value(SQL(raw: text, parameters: [1, 2]))  // 3
        // end
        #expect(sum == 3)
    }

    @Test("match nothing with an empty list")
    func emptyList() throws {
        let connection = try Connection(location: .inMemory)
        // sample: empty
        let none: [Int] = []
        let found: Bool? = try connection.value("SELECT 1 IN \(list: none)")  // false
        // end
        #expect(found == false)
    }
}
