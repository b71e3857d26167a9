public import Foundation

extension String: SQLiteRepresentable, _OperatorValue {
    @inlinable
    public var sqliteValue: SQLiteValue { .text(self) }

    @inlinable
    public init?(_ value: SQLiteValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let text = view.text else { return nil }
        self = text
    }
}

extension Substring: SQLiteBindable {
    @inlinable
    public var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension URL: SQLiteRepresentable {
    public var sqliteValue: SQLiteValue { .text(absoluteString) }

    public init?(_ value: SQLiteValue) {
        guard case .text(let text) = value else { return nil }
        // Newer versions of Foundation would escape the characters that are not allowed in a URL.
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
            self.init(string: text)
            return
        }
        self.init(string: text, encodingInvalidCharacters: false)
    }
}

extension UUID: SQLiteRepresentable {
    /// Upper-case text, as in `uuidString`.
    public var sqliteValue: SQLiteValue { .text(uuidString) }

    /// Reads text in either case, or a BLOB of 16 bytes.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .text(let text): self.init(whole: text)
        case .blob(let data): self.init(bytes: data)
        default: return nil
        }
    }

    /// Foundation's parser ignores a NUL character and everything after it.
    private init?(whole text: String) {
        guard text.utf8.count == 36 else { return nil }
        self.init(uuidString: text)
    }

    private init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        let tuple = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        self.init(uuid: tuple)
    }
}

extension Decimal: SQLiteRepresentable {
    public typealias _Condition = NoNumericOrder

    /// `false`: SQL compares the text of numbers character by character.
    @inlinable
    public static var isOrdered: Bool { false }

    /// Decimal text, exact; NaN is NULL. Equal numbers have the same text.
    ///
    /// Store it in a column of type `TEXT`: a column of INTEGER, NUMERIC or REAL affinity converts the text to a
    /// number, and keeps 15 digits of it.
    public var sqliteValue: SQLiteValue { isNaN ? .null : .text(description) }

    /// Reads text that is entirely a decimal number, an INTEGER exactly, or a REAL by its shortest
    /// decimal form.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .int(let int64): self.init(int64)
        case .real(let double) where double.isFinite: self.init(whole: double.description)
        case .text(let text): self.init(whole: text)
        default: return nil
        }
    }

    /// Foundation's parser ignores the first invalid byte and everything after it, so the form is
    /// checked first.
    private init?(whole text: String) {
        guard Self.isNumber(text.utf8) else { return nil }
        self.init(string: text)
        if isNaN { return nil }
    }

    private static func isNumber(_ utf8: String.UTF8View) -> Bool {
        var rest = utf8[...]
        func takeSign() {
            if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
        }
        func takeDigits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return digits.count
        }
        takeSign()
        var mantissaDigits = takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            mantissaDigits += takeDigits()
        }
        guard mantissaDigits > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
        rest.removeFirst()
        takeSign()
        let exponentDigits = takeDigits()
        return exponentDigits > 0 && rest.isEmpty
    }
}
