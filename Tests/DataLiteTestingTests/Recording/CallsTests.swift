import DataLiteCore
import DataLiteTesting
import Testing

@Suite("Recorded calls")
struct CallsTests {
    private static func mock() throws -> MockConnection {
        let mock = MockConnection { _ in .done }
        try mock.execute("INSERT INTO jobs(name) VALUES (\("report"))")
        try mock.execute("INSERT INTO jobs(name) VALUES (\("backup"))")
        try mock.execute("DELETE FROM jobs WHERE id = :id", ["id": 7])
        return mock
    }

    @Test("Recorded calls are found with the patterns of expectations")
    func found() throws {
        let mock = try Self.mock()
        #expect(mock.calls().count == 3)
        #expect(mock.calls("insert into jobs(name) values (?)").count == 2)
        #expect(mock.calls(.containing("name")).map(\.parameters) == [["report"], ["backup"]])
        #expect(mock.calls(.prefix("DELETE")).first?["id"] == 7)
        let record = mock.record
        #expect(record.calls(.any, with: "backup").count == 1)
        #expect(record.calls(.any, with: ["id": .type(.integer)]).count == 1)
        let names = CapturedValues<String>()
        #expect(record.calls(.prefix("INSERT"), with: .capture(into: names)).count == 2)
        #expect(names.values == ["report", "backup"])
    }

    @Test("Recorded calls are verified by number")
    func verified() throws {
        let mock = try Self.mock()
        #expect(mock.verifyRan(.prefix("INSERT")))
        #expect(mock.verifyRan(.prefix("INSERT"), times: 2))
        #expect(mock.verifyRan("INSERT INTO jobs(name) VALUES (?)", with: "report", times: 1))
        #expect(mock.verifyRan(.prefix("UPDATE"), times: 0))
        #expect(mock.record.verifyRan(.prefix("DELETE"), with: ["id": 7]))
    }

    private static var failures: [(SQLPattern, [ParameterPattern], Int?, String)] {
        [
            (
                "INSERT INTO jobs(name) VALUES (?)", ["archive"], nil,
                """
                expected to run at least once, but ran 0 times: \
                INSERT INTO jobs(name) VALUES (?) [?1 'archive']
                  run: INSERT INTO jobs(name) VALUES (?) [?1 'report']
                    parameter ?1: expected 'archive', found 'report'
                  run: INSERT INTO jobs(name) VALUES (?) [?1 'backup']
                    parameter ?1: expected 'archive', found 'backup'
                """
            ),
            (
                "DELETE FROM jobs WHERE name = :id", [], 1,
                """
                expected to run 1 time, but ran 0 times: DELETE FROM jobs WHERE name = :id
                  run: DELETE FROM jobs WHERE id = :id [:id 7]
                    the SQL differs at character 24: expected `name`, found `id`
                      expected: DELETE FROM jobs WHERE name = :id
                                                       ^
                      found:    DELETE FROM jobs WHERE id = :id
                                                       ^
                """
            ),
            (
                .prefix("INSERT"), [], 1,
                "expected to run 1 time, but ran 2 times: SQL that begins with `INSERT`"
            ),
        ]
    }

    @Test("Missing calls are reported with the calls that were run", arguments: 0..<3)
    func missing(index: Int) throws {
        let (pattern, parameters, times, message) = Self.failures[index]
        let mock = try Self.mock()
        let line = #line + 3
        withKnownIssue {
            switch parameters.first {
            case let first?: mock.verifyRan(pattern, with: first, times: times, line: UInt(line))
            case nil: mock.verifyRan(pattern, times: times, line: UInt(line))
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue == message }
                && issue.sourceLocation?.line == line
        }
    }

    @Test("`verifyRan` reports that nothing was run")
    func none() {
        let mock = MockConnection()
        withKnownIssue {
            mock.verifyRan("DELETE FROM jobs")
        } matching: { issue in
            "\(issue)".contains("nothing was run")
        }
    }
}
