import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A mock that is released")
struct ReleaseTests {
    @Test("A released mock reports unverified problems at its creation line")
    func unverified() throws {
        let line = #line + 2
        withKnownIssue {
            let mock = MockConnection()
            mock.expectExecute("DELETE FROM users")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && "\(issue)".contains("missing call: execute DELETE FROM users")
                && "\(issue)".contains("found when the mock was released without verify()")
        }
    }

    @Test("A released stub or spy reports its problems")
    func styles() {
        withKnownIssue { try MockConnection.spy().beginTransaction() }
        withKnownIssue { _ = try? MockConnection { _ in nil }.execute("DELETE FROM users") }
    }

    @Test("A released mock without problems reports nothing")
    func nothingWrong() throws {
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM users")
        try mock.execute("DELETE FROM users")
    }

    @Test("A released mock does not report known problems again")
    func known() throws {
        let read = MockConnection()
        read.expectExecute("DELETE FROM users")
        #expect(read.problems.count == 1)

        withKnownIssue {
            let verified = MockConnection()
            verified.expectExecute("DELETE FROM users")
            verified.verify()
        } matching: { issue in
            !"\(issue)".contains("released")
        }
    }
}
