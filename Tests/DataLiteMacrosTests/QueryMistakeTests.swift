import Testing

@Suite("An error in a query")
struct QueryMistakeTests {
    @Test(
        "Query errors are reported at their positions with the expected messages",
        arguments: [
            ("Queries", 56), ("Joins", 13), ("Shapes", 35), ("ClauseShapes", 9),
            ("ClauseChanges", 13), ("GeneratedColumns", 5),
            ("Fetching", 4), ("Renamed", 61), ("Associations", 20), ("FunctionNames", 32),
            ("ShadowedForms", 5), ("RecordsRenamed", 25), ("RequestsRenamed", 42),
            ("AssociationsRenamed", 17), ("DecimalSums", 3),
        ])
    func places(file: String, count: Int) throws {
        let expected = try DiagnosticPlace.expected(in: file)
        let reported = try DiagnosticPlace.reported(in: file)
        #expect(expected.count >= count)
        #expect(reported.count == expected.count)
        for (expected, reported) in zip(expected, reported) {
            #expect(expected.matches(reported), "expected \(expected), reported \(reported)")
        }
    }

    @Test(
        "Query errors do not exhaust the type checker",
        arguments: [
            "Queries", "Joins", "Shapes", "ClauseShapes", "ClauseChanges", "GeneratedColumns",
        ])
    func limits(file: String) throws {
        for error in try DiagnosticPlace.reported(in: file) {
            #expect(!error.message.contains("failed to produce diagnostic"))
            #expect(!error.message.contains("unable to type-check"))
        }
    }
}
