/// An optional of any type.
package protocol OptionalProtocol {
    static var wrapped: any Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: OptionalProtocol {
    package static var wrapped: any Any.Type { Wrapped.self }
    package var isNil: Bool { if case .none = self { true } else { false } }
}
