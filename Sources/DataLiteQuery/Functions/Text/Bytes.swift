public import Foundation

// Functions on blobs: <https://sqlite.org/lang_corefunc.html>.

extension SQLExpression where Value == Data {
    /// The number of bytes.
    public func length() -> SQLExpression<Int> { call("length") }
}

extension SQLExpression where Value == Data? {
    /// The number of bytes.
    public func length() -> SQLExpression<Int?> { call("length") }
}

extension SQLExpression where Value == BytesRepresentation {
    /// The number of bytes.
    public func length() -> SQLExpression<Int> { call("length") }
}

extension SQLExpression where Value == BytesRepresentation? {
    /// The number of bytes.
    public func length() -> SQLExpression<Int?> { call("length") }
}

/// A blob of `count` zero bytes.
public func zeroBlob(_ count: some SQLOperand<Int>) -> SQLExpression<Data> {
    SQLExpression(.call("zeroblob", [count.operandNode]))
}

/// A blob of `count` random bytes for each row; at least one byte.
public func randomBlob(_ count: some SQLOperand<Int>) -> SQLExpression<Data> {
    SQLExpression(.volatileCall("randomblob", [count.operandNode]))
}
