/// The maximum nesting depth of values in a row.
///
/// A database file, JSON text or the value to encode determines how often a recursive type calls itself. Each call
/// takes stack memory, and a thread may have only 512 KB of it.
enum NestingLimit {
    static let levels = 100

    /// Marks an error caused by the limit.
    struct Exceeded: Error {}

    // MARK: Decoding

    /// - Parameter path: The keys of the property being read.
    static func require(_ path: [any CodingKey]) throws(DecodingError) {
        guard path.count > levels else { return }
        throw exceeded("properties", path)
    }

    /// - Parameter what: The kind of nested values, for the message.
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
    ///   - depth: The number of nested values being written.
    ///   - value: The innermost value.
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
