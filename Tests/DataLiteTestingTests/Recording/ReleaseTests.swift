import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A mock that is released")
struct ReleaseTests {
    @Test("reports unverified problems at the line where it was created")
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

    @Test("reports an open transaction and an unexpected call, of a stub and of a spy too")
    func styles() {
        withKnownIssue { try MockConnection.spy().beginTransaction() }
        withKnownIssue { _ = try? MockConnection { _ in nil }.execute("DELETE FROM users") }
    }

    @Test("reports nothing if nothing is wrong")
    func nothingWrong() throws {
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM users")
        try mock.execute("DELETE FROM users")
    }

    @Test("reports no problem that was verified or read before")
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
