import SwiftSyntax

/// The access level of a declaration, from the least to the most visible.
enum DeclarationAccess: Int, Comparable {
    case `private`
    case `fileprivate`
    case `internal`
    case package
    case `public`

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The access level for reading, or nil if no modifier sets it: `private(set)` only restricts
    /// writing.
    init?(_ modifiers: DeclModifierListSyntax) {
        for modifier in modifiers where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.private): self = .private
            case .keyword(.fileprivate): self = .fileprivate
            case .keyword(.internal): self = .internal
            case .keyword(.package): self = .package
            case .keyword(.public), .keyword(.open): self = .public
            default: continue
            }
            return
        }
        return nil
    }

    /// The modifier to write before a member with this level, with a space after it.
    ///
    /// Lower levels need none: a member of a private type is no more visible than its type.
    var modifier: String {
        switch self {
        case .public: "public "
        case .package: "package "
        case .internal, .fileprivate, .private: ""
        }
    }
}
