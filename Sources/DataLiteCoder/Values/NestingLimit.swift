/// How deep values may be nested in a row.
///
/// A database file, JSON text or the value to encode decides how often a recursive type calls itself, and
/// each call takes memory of the stack, of which a thread may have no more than 512 KB.
enum NestingLimit {
    static let levels = 100

    /// Tells the error of the limit from others.
    struct Exceeded: Error {}

    // MARK: Decoding

    /// - Parameter path: The keys of a property that is read.
    static func require(_ path: [any CodingKey]) throws(DecodingError) {
        guard path.count > levels else { return }
        throw exceeded("properties", path)
    }

    /// - Parameter what: What is nested.
    static func exceeded(_ what: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            .init(
                codingPath: path, debugDescription: message(what), underlyingError: Exceeded()))
    }

    static func isExceeded(_ error: DecodingError) -> Bool {
        guard case .dataCorrupted(let context) = error else { return false }
        return context.underlyingError is Exceeded
    }

    // MARK: Encoding

    /// - Parameters:
    ///   - depth: How many values are being written within each other.
    ///   - value: The latest of them.
    static func require(
        _ depth: Int, _ value: some Encodable, at path: [any CodingKey]
    ) throws(EncodingError) {
        guard depth > levels else { return }
        throw exceeded(value, at: path)
    }

    static func exceeded(_ value: Any, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: message("values")))
    }

    private static func message(_ what: String) -> String {
        "\(what) are nested more than \(levels) levels deep"
    }
}
