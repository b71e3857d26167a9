import DataLiteCore

/// REAL values in the shortest form that reads back as the same value.
enum RealText {
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
        return value.description
    }
}

extension BufferedOutput {
    /// Writes bytes as uppercase hexadecimal digits.
    func write(hexadecimal bytes: UnsafeBufferPointer<UInt8>) throws {
        for byte in bytes {
            try write(Self.digit(byte >> 4))
            try write(Self.digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
