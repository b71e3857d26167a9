public import Foundation

// Functions on blobs: <https://sqlite.org/lang_corefunc.html>.

/// A type whose values are stored as a BLOB: `Data`, and `[UInt8]` in a column.
public protocol _StoredBytes: RowRepresentable {}

extension Data: _StoredBytes {}
extension BytesRepresentation: _StoredBytes {}

extension SQLExpression where Value: _StoredBytes {
    /// The number of bytes.
    public func length() -> SQLExpression<Int> { call("length") }
}

extension SQLExpression {
    /// The number of bytes.
    public func length<Wrapped: _StoredBytes>() -> SQLExpression<Int?> where Value == Wrapped? {
        call("length")
    }
}

/// A blob of `count` zero bytes.
public func zeroBlob(_ count: some SQLOperand<Int>) -> SQLExpression<Data> {
    SQLExpression(.call("zeroblob", [count.operandNode]))
}

/// A blob of `count` random bytes for each row; at least one byte.
public func randomBlob(_ count: some SQLOperand<Int>) -> SQLExpression<Data> {
    SQLExpression(.volatileCall("randomblob", [count.operandNode]))
}

extension SQLExpression where Value == Int {
    /// A blob of that many zero bytes.
    public func zeroblob() -> SQLExpression<Data> { zeroBlob(self) }

    /// A blob of that many random bytes for each row; at least one byte.
    public func randomblob() -> SQLExpression<Data> { randomBlob(self) }
}
