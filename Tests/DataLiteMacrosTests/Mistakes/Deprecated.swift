// Each use of a deprecated property is one warning, and generated code has none.
import DataLiteMacros

@Table struct Album {
    let id: Int
    @available(*, deprecated, renamed: "name") var title: String
    @available(*, deprecated) var label: Label?
    @available(macOS 10.15, *) var name = ""
}

@Selection struct Label {
    @available(*, deprecated, message: "unused") var text = ""
    var year = 0
}

@available(*, deprecated)
@Table struct Single {
    let id: Int
    var name: String
}

func use(_ album: Album) {
    _ = Album.where { $0.title == "a" }
    _ = Album.all.update { $0.title = "a" }
    _ = Album.order(by: \.name).select(\.label)
    _ = Album.insert { Album.Draft(title: "a") }
    _ = album.title
}
