import DataLiteCore

/// The description of the SQLite library.
enum LibraryReport {
    static func write(to writer: ReportWriter) throws {
        let library = Connection.library
        try writer.line("SQLite \(Connection.libraryVersion)")
        try writer.field("source", library.sourceID)
        try writer.field("threads", threading(library))
        try writer.field("codec", Connection.hasCodec ? "yes: files can be encrypted" : "no")
        let options = library.compileOptions
        try writer.field("options", options.isEmpty ? ["unknown"] : options)
        let missing = try LibraryFeature.missing()
        try writer.heading("Not available with this library")
        for feature in missing {
            try writer.line("  \(feature.name)")
            try writer.field("", feature.consequence)
        }
        if missing.isEmpty { try writer.line("  nothing") }
    }

    private static func threading(_ library: Connection.Library) -> String {
        switch library.threadingMode {
        case .serialized?: "serialized: several threads can use SQLite"
        case .multiThread?:
            "multi-threaded: several threads can use SQLite, each with its own connection"
        case .singleThread?:
            "single-threaded: only one thread can use SQLite, so Database does not work"
        case nil: "unknown"
        }
    }
}
