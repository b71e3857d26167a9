/// A member of the value of a property that follows a database, such as `$shelf.unread`.
///
/// It is a property wrapper, so a model can expose it: `@FetchedMember var unread: [Book]`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@dynamicMemberLookup
@propertyWrapper
public struct FetchedMember<Value: Sendable>: Sendable {
    private let read: @Sendable () -> Value

    init(_ read: @escaping @Sendable () -> Value) { self.read = read }

    /// The latest value. Reading it is tracked, as for the property.
    public var wrappedValue: Value { read() }

    /// The latest value. Reading it is tracked, as for the property.
    public var value: Value { read() }

    /// The member itself, for access to its own members: `$unread.count`.
    public var projectedValue: Self { self }

    /// A member of this member.
    public subscript<Member: Sendable>(
        dynamicMember member: KeyPath<Value, Member> & Sendable
    ) -> FetchedMember<Member> {
        FetchedMember<Member> { [read] in read()[keyPath: member] }
    }

    /// A member of this optional member, or `nil` if this member is `nil`.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember<Member?> { [read] in read()?[keyPath: member] }
    }

    /// An optional member of this optional member, or `nil` if either is `nil`.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member?> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember<Member?> { [read] in read()?[keyPath: member] }
    }
}
