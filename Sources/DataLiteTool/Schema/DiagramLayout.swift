import DataLiteCore

/// The places of a diagram's boxes, in pixels.
///
/// Boxes are in columns; where possible, a table is to the right of the tables that it refers to. Where a line crosses a
/// column, an empty box keeps its place; lines to the same row share it.
struct DiagramLayout {
    struct Box {
        var column = 0
        var x = 0
        var y = 0
        var width = 0
        /// Its rows of 20 pixels, and an empty row below.
        let height: Int
    }

    /// A row of a box, by the distance of its middle from the top.
    typealias Port = (box: Int, offset: Int)

    let diagram: EntityDiagram
    /// The boxes of the tables, in their order, then the empty ones.
    private(set) var boxes: [Box]
    /// The boxes of each column.
    private(set) var columns: [[Int]] = []
    /// A line for each column of each foreign key: its rows from the child to the parent.
    private(set) var lines: [(key: EntityDiagram.ForeignKey, ports: [Port])] = []

    init(_ diagram: EntityDiagram) {
        self.diagram = diagram
        boxes = diagram.tables.map { name, columns in
            let texts = (columns ?? []).map { "PK, FK   \($0.name) \($0.type) \($0.notes)" }
            // A column of the monospaced fonts has at most 7.3 pixels.
            let length = (texts + [name + "   no such table"]).map(TerminalText.columns).max() ?? 0
            return Box(width: length * 73 / 10 + 16, height: 20 * (columns?.count ?? 0) + 40)
        }
        addColumns()
        addLines()
        placeBoxes()
    }

    /// Adds one or more columns for each layer, so that the picture is not much higher than wide: the tables without
    /// parents, the tables whose parents are in earlier layers, except in cycles, and the tables without foreign keys.
    private mutating func addColumns() {
        let keys = diagram.foreignKeys.filter { $0.child != $0.parent }
        let parents = Dictionary(grouping: keys, by: \.child)
        var levels: [Int: Int] = [:]
        // The limit protects the stack from a hostile schema.
        func level(of table: Int, depth: Int = 0) -> Int {
            if let level = levels[table] { return level }
            levels[table] = 0
            guard depth < 500, let keys = parents[table] else { return 0 }
            levels[table] = keys.map { level(of: $0.parent, depth: depth + 1) + 1 }.max()
            return levels[table] ?? 0
        }
        for key in diagram.foreignKeys { _ = level(of: key.child) }
        let height = max(400, Int((200 * Double(boxes.reduce(0) { $0 + $1.height })).squareRoot()))
        let order = boxes.indices.map { (levels[$0] ?? .max, $0) }.sorted(by: <)
        var (last, free) = (-1, 0)
        for (level, table) in order {
            if level != last || free < boxes[table].height {
                columns.append([])
                (last, free) = (level, height)
            }
            free -= boxes[table].height
            boxes[table].column = columns.count - 1
            columns[columns.count - 1].append(table)
        }
    }

    private mutating func addLines() {
        var crossings: [[Int]: Int] = [:]
        for key in diagram.foreignKeys {
            let (first, last) = (boxes[key.child].column, boxes[key.parent].column)
            for (child, parent) in key.rows {
                var ports = [(box: key.child, offset: 20 * child + 30)]
                let end = (box: key.parent, offset: 20 * parent + (key.isOptional ? 34 : 26))
                for column in stride(from: first, to: last, by: first < last ? 1 : -1).dropFirst() {
                    let crossing = crossings[[column, end.box, end.offset], default: boxes.count]
                    ports.append((crossing, 0))
                    guard crossing == boxes.count else { continue }
                    crossings[[column, end.box, end.offset]] = crossing
                    columns[column].append(crossing)
                    boxes.append(Box(column: column, height: 20))
                }
                lines.append((key, ports + [end]))
            }
        }
    }

    /// Orders the boxes of each column by the mean height of the boxes that they are connected with, several times.
    private mutating func placeBoxes() {
        var links = boxes.map { _ in [Port]() }
        for (one, other) in lines.flatMap({ zip($0.ports, $0.ports.dropFirst()) }) {
            links[one.box].append((other.box, other.offset - one.offset))
            links[other.box].append((one.box, one.offset - other.offset))
        }
        for pass in 0..<12 {
            for column in pass.isMultiple(of: 2) ? columns : columns.reversed() {
                let wanted = column.map { box in
                    let ys = links[box].map { boxes[$0.box].y + $0.offset }
                    return (ys.reduce(0, +) / max(1, ys.count), box)
                }
                var y = column.reduce(0) { $0 - boxes[$1].height } / 2
                for (_, box) in wanted.sorted(by: <) {
                    boxes[box].y = y
                    y += boxes[box].height
                }
            }
        }
        let top = boxes.map(\.y).min() ?? 0
        var x = 20
        for column in columns {
            let width = column.map { boxes[$0].width }.max() ?? 0
            for box in column {
                (boxes[box].x, boxes[box].width) = (x, width)
                boxes[box].y += 20 - top
            }
            x += width + 100
        }
    }
}
