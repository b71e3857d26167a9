// In a 'Codable' struct, these names mean the form of the struct itself. The compiler adds errors of its own. Below each
// line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros

@Table struct Album: Codable, Identifiable {
    //        ^ circular reference
    let id: Int
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
    @Column(as: JSONRepresentation<[String]>.self) var words: [String] = []
    //          ^ in a 'Codable' struct, this name is the form of the struct itself; write '[String].JSONRepresentation'
    //          ^ cannot specialize non-generic type
    @Column(as: JSONBRepresentation<[Int]>?.self) var numbers: [Int]?
    //          ^ in a 'Codable' struct, this name is the form of the struct itself; write '[Int]?.JSONBRepresentation'
    //          ^ cannot specialize non-generic type
}
