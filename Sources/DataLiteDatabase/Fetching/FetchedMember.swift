/// A part of the value of a property that follows a database, as `$shelf.unread`.
///
/// It is a property wrapper, so that a model can pass it on: `@FetchedMember var unread: [Book]`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@dynamicMemberLookup
@propertyWrapper
public struct FetchedMember<Value: Sendable>: Sendable {
    private let read: @Sendable () -> Value

    init(_ read: @escaping @Sendable () -> Value) { self.read = read }

    /// The latest value, which is tracked as that of the property is.
    public var wrappedValue: Value { read() }

    /// The latest value, which is tracked as that of the property is.
    public var value: Value { read() }

    public var projectedValue: Self { self }

    /// A part of the part.
    public subscript<Member: Sendable>(
        dynamicMember member: KeyPath<Value, Member> & Sendable
    ) -> FetchedMember<Member> {
        FetchedMember<Member> { [read] in read()[keyPath: member] }
    }

    /// A part of an optional part; `nil` if the part is.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember<Member?> { [read] in read()?[keyPath: member] }
    }

    /// An optional part of an optional part; `nil` if the part is.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member?> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember<Member?> { [read] in read()?[keyPath: member] }
    }
}
