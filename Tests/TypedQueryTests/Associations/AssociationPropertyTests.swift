import DataLiteMacros
import DataLiteTestSupport
import Testing

@Table private struct Node: Equatable, Identifiable {
    let id: Int
    var parentID: Int?
    var rank: Int
    var region: Int?
    var code: String?

    static let parent = belongsTo(Node.self, by: \.parentID)
    static let grandparent = parent.through(Node.parent)
    static let children = hasMany(Node.self, by: \.parentID)
    static let grandchildren = children.through(Node.children)
    static let links = hasMany(NodeLink.self, by: \.nodeID)
    static let topics = links.through(NodeLink.topic)
    static let cover = hasOne(NodeCover.self, by: \.nodeID).order(by: \.rank)
    static let place = belongsTo(
        NodePlace.self, by: { row($0.region, $0.code) }, to: { row($0.region, $0.code) })
}

@Table private struct NodeLink: Equatable {
    var nodeID: Int
    var topicID: Int?

    static let topic = belongsTo(Topic.self, by: \.topicID)
}

@Table private struct Topic: Equatable, Identifiable {
    let id: Int
    var name: String
}

@Table private struct NodeCover: Equatable {
    var nodeID: Int?
    var rank: Int
}

@Table private struct NodePlace: Equatable {
    var number: Int
    var region: Int?
    var code: String?

    static let nodes = hasMany(
        Node.self, by: { row($0.region, $0.code) }, to: { row($0.region, $0.code) })
}

/// Random rows, changes through associations and queries, compared with arrays in memory.
///
/// `DATALITE_SEED` sets the seed of the first program, `DATALITE_PROGRAMS` the number of programs.
@Suite("Random associations")
struct AssociationPropertyTests {
    @Test("Changes and queries of associations have the rows of a model")
    func property() throws {
        for seed in RandomSeeds.range(count: 12) {
            var program = try AssociationProgram(seed: UInt64(seed))
            for round in 1...8 {
                let text = "DATALITE_SEED=\(seed), round \(round)"
                try program.change(text)
                try program.checkNodes(text)
                try program.checkPlaces(text)
            }
        }
    }
}

/// A database and the same rows in memory.
private struct AssociationProgram {
    private let db: Connection
    private var random: SeededGenerator
    private var nodes: [Node] = []
    private var links: [NodeLink] = []
    private let topics = (1...4).map { Topic(id: $0 * $0, name: "topic \($0)") }
    private var covers: [NodeCover] = []
    private var places: [NodePlace] = []

    init(seed: UInt64) throws {
        db = try Connection(location: .inMemory)
        random = SeededGenerator(seed: seed)
        try Node.createTable().execute(db)
        try NodeLink.createTable().execute(db)
        try Topic.createTable().execute(db)
        try NodeCover.createTable().execute(db)
        try NodePlace.createTable().execute(db)
        for statement in [
            "CREATE INDEX a ON nodes(parentID)", "CREATE INDEX b ON nodes(rank)",
            "CREATE INDEX c ON nodeLinks(topicID, nodeID)", "CREATE INDEX d ON nodes(code)",
        ] where Bool.random(using: &random) {
            try db.execute(script: statement)
        }
        makeRows()
        try Node.insert { nodes }.execute(db)
        try NodeLink.insert { links }.execute(db)
        try Topic.insert { topics }.execute(db)
        try NodeCover.insert { covers }.execute(db)
        try NodePlace.insert { places }.execute(db)
    }

    private mutating func makeRows() {
        // Many integer keys have another statement than few.
        let count = number(0...14) * number(1...4)
        let ids = Array(-3...56).shuffled(using: &random).prefix(count)
        for id in ids {
            nodes.append(
                Node(
                    id: id, parentID: optional(-3...max(14, count)), rank: number(0...4),
                    region: optional(1...3), code: optional(1...2).map { "c\($0)" }))
        }
        for _ in 0..<number(0...20) + count {
            links.append(NodeLink(nodeID: number(-3...max(13, count)), topicID: optional(0...17)))
        }
        for rank in 0..<number(0...12) {
            covers.append(NodeCover(nodeID: optional(-3...12), rank: rank))
        }
        covers.shuffle(using: &random)
        // Each pair once, except those with NULL, which no row refers to.
        for region in [1, 2, 3, nil] {
            for code in ["c1", "c2", nil] where Bool.random(using: &random) {
                places.append(NodePlace(number: places.count, region: region, code: code))
            }
        }
        places.shuffle(using: &random)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func optional(_ range: ClosedRange<Int>) -> Int? {
        number(0...3) == 0 ? nil : number(range)
    }
}

// MARK: - Changes

extension AssociationProgram {
    /// Changes the children or the topics of a node.
    mutating func change(_ text: String) throws {
        guard let node = nodes.randomElement(using: &random) else { return }
        let children = Array(nodes.shuffled(using: &random).prefix(number(0...4)))
        let topics = Array(topics.shuffled(using: &random).prefix(number(0...3)))
        let (count, expected): (Int, Int)
        switch number(0...5) {
        case 0:
            count = try Node.children.add(children, to: node).execute(db)
            expected = add(children.map(\.id), to: node)
        case 1:
            count = try Node.children.remove(children, from: node).execute(db)
            expected = removeChildren(of: node) { id in children.contains { $0.id == id } }
        case 2:
            count = try Node.children.replace(with: children, of: node).execute(db)
            let removed = removeChildren(of: node) { id in !children.contains { $0.id == id } }
            expected = removed + add(children.map(\.id), to: node)
        case 3:
            count = try Node.topics.add(topics + topics, to: node).execute(db)
            expected = link(topics.map(\.id), to: node)
        case 4:
            count = try Node.topics.remove(topics, from: node).execute(db)
            expected = unlink(node) { id in topics.contains { $0.id == id } }
        default:
            count = try Node.topics.replace(with: topics, of: node).execute(db)
            let removed = unlink(node) { id in !topics.contains { $0.id == id } }
            expected = removed + link(topics.map(\.id), to: node)
        }
        #expect(count == expected, "\(text)")
        #expect(try Node.order(by: \.id).fetchAll(db) == nodes.sorted { $0.id < $1.id }, "\(text)")
        let stored = try NodeLink.all.fetchAll(db)
        #expect(stored.map(Self.text).sorted() == links.map(Self.text).sorted(), "\(text)")
    }

    private static func text(_ link: NodeLink) -> String {
        "\(link.nodeID) \(link.topicID.map(String.init) ?? "NULL")"
    }

    private mutating func add(_ ids: [Int], to node: Node) -> Int {
        for index in nodes.indices where ids.contains(nodes[index].id) {
            nodes[index].parentID = node.id
        }
        return ids.count
    }

    private mutating func removeChildren(of node: Node, _ isRemoved: (Int) -> Bool) -> Int {
        var count = 0
        for index in nodes.indices
        where nodes[index].parentID == node.id && isRemoved(nodes[index].id) {
            nodes[index].parentID = nil
            count += 1
        }
        return count
    }

    private mutating func link(_ ids: [Int], to node: Node) -> Int {
        let new = ids.filter { id in !links.contains(NodeLink(nodeID: node.id, topicID: id)) }
        links += new.map { NodeLink(nodeID: node.id, topicID: $0) }
        return new.count
    }

    private mutating func unlink(_ node: Node, _ isRemoved: (Int) -> Bool) -> Int {
        let count = links.count
        links.removeAll { $0.nodeID == node.id && $0.topicID.map(isRemoved) == true }
        return count - links.count
    }
}

// MARK: - Queries

extension AssociationProgram {
    /// The children of a node, in the order of their keys.
    private func children(_ node: Node) -> [Node] {
        nodes.filter { $0.parentID == node.id }.sorted { $0.id < $1.id }
    }

    private func parent(_ node: Node) -> Node? {
        node.parentID.flatMap { id in nodes.first { $0.id == id } }
    }

    /// The topics of a node, in the descending order of their keys. A topic with several links is there several times.
    private func topics(_ node: Node) -> [Topic] {
        links.filter { $0.nodeID == node.id }
            .compactMap { link in topics.first { $0.id == link.topicID } }
            .sorted { $0.id > $1.id }
    }

    mutating func checkNodes(_ text: String) throws {
        let (rank, limit, offset) = (number(0...3), number(0...3), number(0...2))
        let ascends = Bool.random(using: &random)
        let all = Node.order { [ascends ? $0.id.asc() : $0.id.desc()] }
        let high = Node.children.where { $0.rank >= rank }.order { ($0.rank, $0.id.desc()) }
        let sorted = nodes.sorted { ascends ? $0.id < $1.id : $0.id > $1.id }
        let families = try all.including(
            Node.children.order(by: \.id), high.limit(limit, offset: offset), high.count,
            Node.parent, Node.grandparent, Node.grandchildren.order(by: \.id)
        ).fetchAll(db)
        #expect(families.map(\.0) == sorted, "\(text)")
        for (node, children, part, count, parent, grandparent, grandchildren) in families {
            let expected = self.children(node)
            let ranked = expected.filter { $0.rank >= rank }
                .sorted { ($0.rank, -$0.id) < ($1.rank, -$1.id) }
            #expect(children == expected, "\(text)")
            #expect(part == Array(ranked.dropFirst(offset).prefix(limit)), "\(text)")
            #expect(count == ranked.count, "\(text)")
            #expect(parent == self.parent(node), "\(text)")
            #expect(grandparent == self.parent(node).flatMap(self.parent), "\(text)")
            let all = expected.flatMap(self.children).sorted { $0.id < $1.id }
            #expect(grandchildren == all, "\(text)")
        }
        try checkTopics(of: all, limit, offset, text)
    }

    private func checkTopics(
        of all: Where<Node>, _ limit: Int, _ offset: Int, _ text: String
    ) throws {
        let topics = Node.topics.order { $0.id.desc() }
        let rows = try all.including(
            topics, topics.limit(limit, offset: offset), topics.count, Node.cover, Node.place,
            Node.children.order(by: \.id).including(topics, Node.parent)
        ).fetchAll(db)
        for (node, all, part, count, cover, place, children) in rows {
            let expected = self.topics(node)
            #expect(all == expected, "\(text)")
            #expect(part == Array(expected.dropFirst(offset).prefix(limit)), "\(text)")
            #expect(count == expected.count, "\(text)")
            let own = covers.filter { $0.nodeID == node.id }
            #expect(cover == own.min { $0.rank < $1.rank }, "\(text)")
            #expect(place == places.first { Self.matches($0, node) }, "\(text)")
            #expect(children.map(\.0) == self.children(node), "\(text)")
            #expect(children.map(\.1) == self.children(node).map(self.topics), "\(text)")
            #expect(children.allSatisfy { $0.2 == node }, "\(text)")
        }
        guard let node = nodes.first else { return }
        let once = try topics.request(for: node).fetchAll(db)
        #expect(once == self.topics.reversed().filter(self.topics(node).contains), "\(text)")
        let request = Node.children.order(by: \.id).request(for: node)
        #expect(try request.fetchAll(db) == children(node), "\(text)")
    }

    /// Whether a node refers to a place. NULL equals nothing.
    private static func matches(_ place: NodePlace, _ node: Node) -> Bool {
        place.region != nil && place.code != nil && place.region == node.region
            && place.code == node.code
    }

    func checkPlaces(_ text: String) throws {
        let rows = try NodePlace.order(by: \.number).including(
            NodePlace.nodes.order { $0.id.desc() }, NodePlace.nodes.count,
            NodePlace.nodes.aggregate { $0.rank.sum() },
            NodePlace.nodes.order(by: \.id).limit(1).including(Node.place)
        ).fetchAll(db)
        #expect(rows.map(\.0) == places.sorted { $0.number < $1.number }, "\(text)")
        for (place, nodes, count, sum, first) in rows {
            let expected = self.nodes.filter { Self.matches(place, $0) }.sorted { $0.id > $1.id }
            #expect(nodes == expected, "\(text)")
            #expect(count == expected.count, "\(text)")
            #expect(sum == (expected.isEmpty ? nil : expected.map(\.rank).reduce(0, +)), "\(text)")
            #expect(first.map(\.0) == expected.suffix(1), "\(text)")
            #expect(first.allSatisfy { $0.1 == place }, "\(text)")
        }
    }
}
