// Written by "datalite generate" from "shop.db".
// swift-format-ignore-file

import DataLite
import Foundation

@Table("categories")
struct Category {
    // Not declared NOT NULL: a NULL in this key is an error when it is read.
    @Column(primaryKey: true) let code: String
    @Column(references: Category.self, onDelete: .setNull, onUpdate: .cascade) var parent: String?
    var position: Int = -1
}

@Table("products")
struct Product: Identifiable {
    let id: UUID
    @Column(references: Category.self, onDelete: .setDefault) var category: String = "none"
    var price: Double = 0.5
    var weight: Double? = 1
    var tax: Double = 0.2
    @Column(default: "x'00ff'") var image: Data
    var page: URL?
    var details: String = "{\"a\": \"\\\\n\"}"
    var anything: SQLiteValue? = "x"
    // Declared GEOMETRY, which can hold any value.
    var shape: SQLiteValue?
}

@Table("settings")
struct Setting {
    @Column(primaryKey: true) let key: String
    var value: SQLiteValue?
    @Column("is_secret") var isSecret: Int = 0
    var source: String = ""

    nonisolated static var constraints: [TableConstraint<Setting>] {
        [.strict]
    }
}

@Table("line_items")
struct LineItem {
    @Selection
    struct Key: Hashable {
        @Column("order_number") let orderNumber: Int
        @Column(references: Product.self) let product: UUID
    }

    @Column(primaryKey: true) let key2: Key
    var amount: Int
    var key: String?
    var id: Int?

    nonisolated static var constraints: [TableConstraint<LineItem>] {
        [.check(sql: "amount > 0")]
    }
}

@Table("strings")
struct StringRow {
    var value: String?
    var row: String?
    var values: String?
    var encode: String?
    var all: String?
}

@Table("models")
struct ModelRow {
    @Column(primaryKey: false) var id: Int?
    var output: String?
    var model: String?
    var columns: String?
}
