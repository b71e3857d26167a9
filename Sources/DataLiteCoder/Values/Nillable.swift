/// An optional of any type.
protocol Nillable {
    static var wrapped: any Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: Nillable {
    static var wrapped: any Any.Type { Wrapped.self }
    var isNil: Bool { if case .none = self { true } else { false } }
}
