import DataLiteDatabase
import Testing

/// A trait of tests whose first reads return the fetched value, however busy the machine is.
struct FirstReadTrait: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await DefaultDatabase.$firstReadLimit.withValue(.seconds(600)) { try await function() }
    }
}

extension Trait where Self == FirstReadTrait {
    static var waitsForFirstReads: Self { Self() }
}
