import Testing

@Suite("A mistake in a query")
struct QueryMistakeTests {
    @Test("is reported where it is, in the words of the types involved")
    func places() throws {
        let expected = try DiagnosticPlace.expected(in: "Queries")
        let reported = try DiagnosticPlace.reported(in: "Queries")
        #expect(expected.count >= 31)
        #expect(reported.count == expected.count)
        for (expected, reported) in zip(expected, reported) {
            #expect(expected.matches(reported), "expected \(expected), reported \(reported)")
        }
    }

    @Test("does not exhaust the compiler")
    func limits() throws {
        for error in try DiagnosticPlace.reported(in: "Queries") {
            #expect(!error.message.contains("failed to produce diagnostic"))
            #expect(!error.message.contains("unable to type-check"))
        }
    }
}
