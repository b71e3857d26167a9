import DataLiteMacros

enum Shelf<Number> {}

extension Shelf {
    @Table struct Row { let id: Int }
}

enum Space {}

extension Space {
    @Table struct Planet { let id: Int }
}
