extension EncodingError {
    /// The error with its location added at the start of its path and of its description.
    ///
    /// - Parameters:
    ///   - place: A description of the location, such as `property "age"`.
    ///   - key: The key of the value that could not be encoded.
    func located(_ place: String, _ key: any CodingKey) -> EncodingError {
        guard case .invalidValue(let value, let context) = self else { return self }
        // If a container of the key threw the error, its path already begins with the key.
        let isInside = context.codingPath.first?.stringValue == key.stringValue
        return .invalidValue(
            value,
            .init(
                codingPath: isInside ? context.codingPath : [key] + context.codingPath,
                debugDescription: "\(place): \(context.debugDescription)",
                underlyingError: context.underlyingError))
    }

    /// The error with the path of the value that could not be encoded.
    func located(_ path: [any CodingKey]) -> EncodingError {
        guard case .invalidValue(let value, let context) = self else { return self }
        return .invalidValue(
            value,
            .init(
                codingPath: path + context.codingPath, debugDescription: context.debugDescription,
                underlyingError: context.underlyingError))
    }

    /// Returns the result of `body`. Adds the location to an `EncodingError`.
    @inline(__always)
    package static func locating<T>(
        _ place: @autoclosure () -> String, _ key: @autoclosure () -> any CodingKey,
        _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch let error as EncodingError {
            throw error.located(place(), key())
        }
    }
}

/// A key that is a position, starting at 0.
package struct IndexKey: CodingKey {
    let index: Int
    package var intValue: Int? { index }
    package var stringValue: String { "\(index)" }

    package init(_ index: Int) { self.index = index }
    package init?(intValue: Int) { self.init(intValue) }
    package init?(stringValue: String) {
        guard let index = Int(stringValue) else { return nil }
        self.init(index)
    }
}
