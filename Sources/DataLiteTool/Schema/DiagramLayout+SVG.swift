import DataLiteCore

extension DiagramLayout {
    /// The diagram as a picture for light and dark backgrounds.
    var svg: String {
        let width = (boxes.map { $0.x + $0.width }.max() ?? 0) + 60
        let height = (boxes.map { $0.y + $0.height }.max() ?? 20)
        let parts = lines.map(svg) + zip(diagram.tables, boxes).map { svg($0.name, $0.columns, $1) }
        return #"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)">
            <title>Tables and foreign keys</title><style>
            text { font: 12px ui-monospace, Menlo, 'DejaVu Sans Mono', monospace; fill: #1c2128 }
            .name { font-weight: bold } .end { text-anchor: end } path { fill: none } .quiet { fill: #57606a }
            marker { stroke: #57606a; overflow: visible } .paper { fill: #ffffff }
            .box { fill: #f2f3f5; stroke: #6b7480 } .head { fill: #ddebfb }
            @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .quiet { fill: #a3adb8 }
            marker { stroke: #a3adb8 } .paper { fill: #0d1117 }
            .box { fill: #23282f; stroke: #8d97a3 } .head { fill: #12304f } }</style>
            <marker id="many" orient="auto"><path d="M0-3 7 0 0 3"/><circle class="paper" cx="9" r="2"/></marker>
            <marker id="unique" orient="auto"><path d="M3-3V3"/><circle class="paper" cx="9" r="2"/></marker>
            <marker id="optional" orient="auto"><path d="M-3-3V3"/><circle class="paper" cx="-9" r="2"/></marker>
            <marker id="one" orient="auto"><path d="M-3-3V3M-6-3V3"/></marker>
            <rect class="paper" width="100%" height="100%" rx="8"/>
            \#(parts.joined(separator: "\n"))
            </svg>

            """#
    }

    /// A line, in a color for the table that it refers to.
    private func svg(_ key: EntityDiagram.ForeignKey, _ ports: [Port]) -> String {
        var path = ""
        for (from, to) in zip(ports, ports.dropFirst()) {
            let (first, last) = (boxes[from.box], boxes[to.box])
            // Where the line leaves the boxes: 1 is right.
            let out = first.column > last.column ? -1 : 1
            let back = first.column < last.column ? -1 : 1
            let x1 = first.x + (out > 0 ? first.width : 0)
            let x2 = last.x + (back > 0 ? last.width : 0)
            let (y1, y2) = (first.y + from.offset, last.y + to.offset)
            path += (path.isEmpty ? "M\(x1) \(y1)" : "H\(x1)") + "h\(18 * out)"
            path += "C\(x1 + 54 * out) \(y1) \(x2 + 54 * back) \(y2) \(x2 + 18 * back) \(y2)H\(x2)"
        }
        let (child, parent) = (diagram.tables[key.child].name, diagram.tables[key.parent].name)
        return #"""
            <path stroke-width="1.5" stroke="hsl(\#(key.parent * 67 % 360), 55%, 50%)" d="\#(path)" \#
            marker-start="url(#\#(key.isUnique ? "unique" : "many"))" \#
            marker-end="url(#\#(key.isOptional ? "optional" : "one"))">\#
            <title>\#(coded("\(child) (\(key.label)) → \(parent)", "&#"))</title></path>
            """#
    }

    private func svg(_ name: String, _ columns: [EntityDiagram.Column]?, _ box: Box) -> String {
        let (left, right) = (box.x + 8, box.x + box.width - 8)
        var texts = [("name", left, 0, name)]
        if columns == nil { texts.append(("quiet end", right, 0, "no such table")) }
        for (index, column) in (columns ?? []).enumerated() {
            texts.append(("quiet", left, index + 1, column.keys))
            texts.append(("text", left + 52, index + 1, column.name))
            texts.append(("quiet end", right, index + 1, "\(column.type) \(column.notes)"))
        }
        let place = #"x="\#(box.x)" y="\#(box.y)" width="\#(box.width)" rx="4""#
        return #"<rect class="box" \#(place) height="\#(box.height - 20)"/>"#
            + #"<rect class="head" \#(place) height="20"/>"#
            + texts.map { style, x, line, text in
                let y = box.y + 20 * line + 14
                return #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(coded(text, "&#"))</text>"#
            }.joined()
    }
}
