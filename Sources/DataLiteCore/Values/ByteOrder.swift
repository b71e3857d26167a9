import Foundation

// The order of the collating sequence `BINARY`.

extension UnsafeRawBufferPointer {
    /// - Returns: A number below 0 if these bytes come first, 0 if both are the same bytes, otherwise one above 0.
    func byteOrder(_ other: UnsafeRawBufferPointer) -> Int32 {
        if let bytes = baseAddress, let others = other.baseAddress {
            let order = memcmp(bytes, others, Swift.min(count, other.count))
            if order != 0 { return order }
        }
        return Int32((count - other.count).signum())
    }
}

// The code of `Data` for its forms is long, and inlined. Comparing and hashing it here keeps the comparison of values
// short, which dictionaries and sorting copy many times.
extension Data {
    /// - Returns: A number below 0 if these bytes come first, 0 if both are the same bytes, otherwise one above 0.
    @inline(never)
    func byteOrder(_ other: Data) -> Int32 {
        withUnsafeBytes { bytes in other.withUnsafeBytes { bytes.byteOrder($0) } }
    }

    @inline(never)
    func hashBytes(into hasher: inout Hasher) { hasher.combine(self) }
}
