import DataLiteMacros
import Foundation

@Table struct Shipment: Equatable, Identifiable {
    let id: Int
    var name = ""
    var isOpen = false
    var weight: Double?
    var sentAt: Date?
    @Column(as: Date.UnixTimeRepresentation?.self) var paidAt: Date?
    var code: UUID?
    @Column(as: UUID.BytesRepresentation?.self) var key: UUID?
    var data: Data?
    var number: UInt64 = 0
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
    @Column("note_text") var note: String?
    let size: ShipmentSize
    @Column(prefix: "label_") var label: ShipmentLabel?
    @Column(prefix: "content_") let content: ShipmentContent
    var depotID: Int?
}

@Selection struct ShipmentSize: Equatable {
    let width: Int
    let isRound: Bool
}

@Selection struct ShipmentLabel: Equatable {
    let text: String?
    let size: ShipmentSize
}

@Selection enum ShipmentContent: Equatable {
    case note(String)
    case file(Data)
    case size(ShipmentSize)
}

@Table struct Depot: Equatable, Identifiable {
    let id: Int
    var title = ""
}

@Selection struct DepotRow: Equatable {
    let depot: Depot
    @Column(as: JSONRows<Shipment>.self) let shipments: [Shipment]
}

/// A row with a row and with rows inside it.
@Selection struct NestedDepotRow: Equatable {
    @Column(as: JSONRow<Depot>.self) let depot: Depot
    @Column(as: JSONRows<DepotRow>.self) let rows: [DepotRow]
}

@Table struct Stamp: Equatable, Codable, Identifiable {
    let id: Int
    var shipmentID: Int
    @Column(as: [String].JSONRepresentation.self) var colors: [String] = []
    var printedAt: Date?
}

@Selection struct StampedShipment: Equatable {
    let shipment: Shipment
    @Column(as: [Stamp].JSONRepresentation.self) let stamps: [Stamp]
}

enum OtherShipment: TableAlias { typealias Table = Shipment }

extension Shipment {
    static let plain = Shipment(
        id: 1, name: "a\0b\"\\\u{1}é", isOpen: true, weight: 0.5,
        sentAt: Date(timeIntervalSince1970: 1_735_808_400.25),
        paidAt: Date(timeIntervalSince1970: 1_735_808_400),
        code: UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F"),
        key: UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F"),
        data: Data([0, 255, 16]), number: .max, tags: ["x", "\"y\""], note: "n",
        size: ShipmentSize(width: 5, isRound: false),
        label: ShipmentLabel(text: nil, size: ShipmentSize(width: 6, isRound: true)),
        content: .file(Data([1])), depotID: 1)

    static let empty = Shipment(
        id: .max, size: ShipmentSize(width: .min, isRound: true), content: .note(""), depotID: 1)
}
