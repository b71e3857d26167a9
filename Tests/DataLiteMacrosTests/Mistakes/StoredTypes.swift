// Properties whose types cannot be stored in a column.
import DataLiteMacros

struct Point {
    var x: Int
    var y: Int
}

@Table struct Place {
    let id: Int
    var start: Point
    var end = Point(x: 1, y: 2)
    @Column(generated: "id") var middle: Point
}

@Selection struct Journey {
    var start: Point
    var name: String?
}
