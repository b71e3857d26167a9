package import DataLiteCoder
import Foundation

/// A value that a test shares with the methods of its types.
package final class TestBox<Value>: @unchecked Sendable {
    // SAFETY: Each box belongs to one test, which uses it on one thread at a time.
    package var value: Value
    package init(_ value: Value) { self.value = value }
}

/// Passes values from a test to types with custom coding, in the `userInfo` of the coder, so that tests share no state.
package enum TestInfo {
    package static func coder<Value>(_ box: TestBox<Value>) -> SQLiteCoder {
        var coder = SQLiteCoder()
        if let key { coder.userInfo[key] = box }
        return coder
    }

    package static func box<Value>(
        _ type: Value.Type = Value.self, in decoder: any Decoder
    ) throws -> TestBox<Value> {
        guard let box = box(type, decoder.userInfo) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the coder has no box of this type"))
        }
        return box
    }

    package static func box<Value>(
        _ type: Value.Type = Value.self, in encoder: any Encoder
    ) throws -> TestBox<Value> {
        guard let box = box(type, encoder.userInfo) else {
            throw EncodingError.invalidValue(
                type,
                .init(codingPath: [], debugDescription: "the coder has no box of this type"))
        }
        return box
    }

    private static func box<Value>(
        _ type: Value.Type, _ userInfo: [CodingUserInfoKey: Any]
    ) -> TestBox<Value>? {
        key.flatMap { userInfo[$0] } as? TestBox<Value>
    }

    private static let key = CodingUserInfoKey(rawValue: "test")
}
