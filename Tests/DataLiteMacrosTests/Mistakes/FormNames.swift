// The compiler warns about these properties in the generated code, because only the compiler knows what a name means.
import DataLiteMacros
import Foundation

typealias When = Date
typealias MaybeWhen = Date?

@Table(uuids: .lowerText) struct Owner: Identifiable {
    let id: UUID
}

@Table(dates: .unixSeconds, uuids: .blob) struct Pet {
    let id: Int
    var ownerID: Owner.ID
    var formerOwnerID: Owner.ID?
    var bornAt: When
    var soldAt: MaybeWhen
    @Column(as: Date.UnixTimeRepresentation.self) var seenAt: When
    var number: Foundation.Decimal?
}

@Table(uuids: .blob) enum Subject {
    case owner(Owner.ID)
    case born(When)
}

@Table(dates: .text, uuids: .text) struct Plain {
    let id: Owner.ID
    var at: When
}
