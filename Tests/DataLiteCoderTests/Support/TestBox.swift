import DataLiteCoder
import Foundation

/// A value that a test shares with the code of its types.
final class TestBox<Value>: @unchecked Sendable {
    // SAFETY: Each box belongs to one test, which uses it on its own thread.
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// Passes values from a test to types that decode themselves, in the `userInfo` of the coder: so tests
/// share no state.
enum TestInfo {
    static func coder<Value>(_ box: TestBox<Value>) -> SQLiteCoder {
        var coder = SQLiteCoder()
        if let key { coder.userInfo[key] = box }
        return coder
    }

    static func box<Value>(
        _ type: Value.Type = Value.self, in decoder: any Decoder
    ) throws -> TestBox<Value> {
        guard let box = key.flatMap({ decoder.userInfo[$0] }) as? TestBox<Value> else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the coder has no box of this type"))
        }
        return box
    }

    private static let key = CodingUserInfoKey(rawValue: "test")
}
