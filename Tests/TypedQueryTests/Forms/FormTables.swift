import DataLiteMacros
import Foundation

// The tables of the forms, in addition to the tables in `Support/Tables.swift`.

@Table struct Item: Identifiable {
    let id: Int
    var title = ""
    var notes: String?
    var price: Double
    var revenue: Int?
    var stock: Int32 = 0
    var isActive = true
    var isDeleted = false
    var createdAt: Date
    var categoryID: Int?
    var customerID: Int?
    var status: Status = .none

    static let all = Item.where { !$0.isDeleted }
    static let active = Item.where { $0.isActive && $0.stock > 0 }
    static func createdAfter(_ date: Date) -> Where<Item> { Item.where { $0.createdAt > date } }
}

extension Where<Item> {
    func matching(_ text: String) -> Where<Item> {
        self.where { $0.title.contains(text) || $0.notes.contains(text) }
    }
}

@Table struct Kind: Identifiable {
    let id: Int
    var name: String
    var parentID: Int?
}

@Table struct Customer: Identifiable {
    let id: Int
    var name: String
    var nickname: String?
    var spent: Double
}

@Table struct Employee: Identifiable {
    let id: Int
    var name: String
    var managerID: Int?
}

@Table struct Tag: Identifiable {
    let id: Int
    var title: String
}

enum Manager: TableAlias { typealias Table = Employee }

@Selection struct Stats {
    let total: Int
    let active: Int
    let average: Double?
    let revenue: Int?
}

@Table struct T0: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T1: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T2: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T3: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T4: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T5: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T6: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T7: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T8: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
@Table struct T9: Identifiable {
    let id: Int
    var next: Int
    var name: String
    var rank: Int?
}
