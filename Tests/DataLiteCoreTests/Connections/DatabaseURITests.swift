import DataLiteCore
import Foundation
import Testing

@Suite("The URI of a database")
struct DatabaseURITests {
    private func uri(
        _ path: String, _ change: (inout DatabaseURI) -> Void = { _ in }
    ) -> DatabaseURI {
        var uri = DatabaseURI(path: path)
        change(&uri)
        return uri
    }

    @Test("Its text is percent-encoded, and its parameters have a fixed order")
    func text() throws {
        #expect(try uri("a b.db").text == "file:a%20b.db")
        #expect(try uri("/data/50% é?#.db").text == "file:///data/50%25%20%C3%A9%3F%23.db")
        #expect(try uri("//server/x").text == "file:////server/x")
        #expect(try uri(":memory:").text == "file:./%3Amemory%3A")
        #expect(try DatabaseURI.memory("shared").text == "file:shared?mode=memory&cache=shared")
        let all = uri("x") {
            $0.parameters = [.init("b", "1&2=3"), .init("a+", "")]
            $0.vfs = "unix-dotfile"
            $0.isUnlocked = true
            $0.isImmutable = true
            $0.cache = .private
            $0.mode = .readonly
        }
        #expect(
            try all.text == "file:x?mode=ro&cache=private&immutable=1&nolock=1&vfs=unix-dotfile"
                + "&b=1%262%3D3&a%2B=")
    }

    @Test("A part with a NUL character, an empty name and a reserved name are refused")
    func refusals() throws {
        let invalid = [
            uri("a\0b"), uri("a") { $0.vfs = "\0" }, uri("a") { $0["x\0"] = "" },
            uri("a") { $0["x"] = "\0" }, uri("a") { $0[""] = "x" }, uri("a") { $0["mode"] = "ro" },
        ]
        for uri in invalid {
            #expect(try failure { try uri.text }.resultCode == .misuse)
            #expect(try failure { try Connection(uri: uri) }.resultCode == .misuse)
        }
    }

    @Test("Parameters are found, replaced in place and removed by name")
    func parameters() {
        var uri = uri("x") { $0.parameters = [.init("a", "1"), .init("b", "2"), .init("a", "3")] }
        #expect(uri["a"] == "1")
        uri["a"] = "4"
        #expect(uri.parameters == [.init("a", "4"), .init("b", "2")])
        uri["c"] = "5"
        uri["b"] = nil
        #expect(uri.parameters == [.init("a", "4"), .init("c", "5")])
        #expect(uri["b"] == nil)
    }

    @Test(
        "Parsing reads what SQLite reads",
        arguments: [
            ("file:a.db", "a.db"), ("file:/a.db", "/a.db"), ("file:///a.db", "/a.db"),
            ("file://localhost/a.db", "/a.db"), ("file:////a.db", "//a.db"), ("file:", ""),
            ("file:a%20b%3f.db#fragment?mode=ro", "a b?.db"), ("file:100%", "100%"),
            ("file:%4", "%4"), ("file:%zz", "%zz"), ("file:a&b=c?d", "a&b=c"), ("file:+", "+"),
            ("file::memory:", ":memory:"), ("file:%C3%a9", "é"),
        ])
    func paths(text: String, path: String) throws {
        #expect(try DatabaseURI(parsing: text).path == path)
    }

    @Test("Parsing sets the properties, and keeps other parameters in their order")
    func parsing() throws {
        let text =
            "file:x?mode=memory&c=%26=?&cache=shared&&=ignored&a&vfs=memdb&nolock=on&immutable=07x&c"
        let uri = try DatabaseURI(parsing: text)
        #expect(uri.mode == .memory && uri.cache == .shared && uri.vfs == "memdb")
        #expect(uri.isUnlocked && uri.isImmutable)
        #expect(uri.parameters == [.init("c", "&=?"), .init("a", ""), .init("c", "")])
        for value in ["0", "no", "false", "off", "256", "99999999999", "x", ""] {
            let uri = try DatabaseURI(parsing: "file:x?immutable=\(value)")
            #expect(!uri.isImmutable)
        }
    }

    @Test(
        "Parsing reports what is wrong",
        arguments: [
            ("a.db", "does not begin with file:"), ("FILE:a", "does not begin"), ("", "begin"),
            ("file://host/a", "invalid uri authority: host"), ("file:a?mode=rx", "access mode: rx"),
            ("file:a?mode", "access mode: "), ("file:a?cache=x", "no such cache mode: x"),
            ("file:a?mode=ro&mode=rw", "mode occurs twice"), ("file:a%00b", "NUL"),
            ("file:a\0b", "NUL"), ("file:a?x=%00", "NUL"), ("file:%ff", "UTF-8"),
        ])
    func invalid(text: String, reason: String) throws {
        let error = try failure { try DatabaseURI(parsing: text) }
        #expect(error.resultCode == .error)
        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test("Random URIs are the same after parsing, and SQLite reads the same from them")
    func property() throws {
        var generator = SeededGenerator(seed: 11)
        let characters = Array("ab/%&=?#+ :é数\u{301}\u{1F600}'\"\\1.~-_\n")
        func word(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &generator)).map { _ in
                    characters.randomElement(using: &generator)!
                })
        }
        try withTemporaryDirectory { directory in
            for round in 0..<60 {
                let name = word(0...8).replacing("/", with: "-") + "\(round).db"
                let uri = uri(directory + "/" + name) {
                    $0.mode = [nil, .create].randomElement(using: &generator)!
                    $0.cache = [nil, .private].randomElement(using: &generator)!
                    for _ in 0..<Int.random(in: 0...3, using: &generator) {
                        $0[word(1...5)] = word(0...8)
                    }
                }
                let text = try uri.text
                try #require(try DatabaseURI(parsing: text) == uri, "\(text)")
                let connection = try Connection(
                    uri: uri, configuration: .init { $0.synchronous = .off })
                try connection.execute("CREATE TABLE t(x)")
                try #require(FileManager.default.fileExists(atPath: uri.path), "\(text)")
                let parameters = connection.uriParameters()
                let own = parameters.filter { !["mode", "cache"].contains($0.name) }
                try #require(own == uri.parameters, "\(text)")
                for parameter in parameters {
                    try #require(connection.uriParameter(parameter.name) == parameter.value)
                }
            }
        }
    }

    @Test("Random text is read as SQLite reads it")
    func readText() throws {
        var generator = SeededGenerator(seed: 12)
        let pieces = [
            "a", "b", "%", "%2", "%41", "%c3%a9", "%3D", "é", "&", "=", "?", "#", "+", " ", "==",
        ]
        try withTemporaryDirectory { directory in
            var count = 0
            for _ in 0..<400 {
                let length = Int.random(in: 0...12, using: &generator)
                let random = (0..<length).map { _ in pieces.randomElement(using: &generator)! }
                let text = "file:\(directory)/x" + random.joined()
                guard let uri = try? DatabaseURI(parsing: text) else { continue }
                let connection = try Connection(path: text, options: [.default, .uri])
                try #require(connection.uriParameters() == uri.parameters, "\(text)")
                let name = connection.path.map { ($0 as NSString).lastPathComponent }
                try #require(name == (uri.path as NSString).lastPathComponent, "\(text)")
                if !uri.parameters.isEmpty { count += 1 }
            }
            #expect(count > 50)
        }
    }

    @Test("A connection opens a URI, which can only restrict its options")
    func opening() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/50% done?.db"
            try Connection(path: path).makeSample()
            let readonly = try Connection(uri: uri(path) { $0.mode = .readonly })
            #expect(try readonly.ids() == [1, 2, 3])
            #expect(readonly.isReadonly)
            let immutable = uri(path) {
                $0.isImmutable = true
                $0.isUnlocked = true
            }
            #expect(try Connection(uri: immutable, options: .readonly).ids() == [1, 2, 3])
            let wider = try failure {
                try Connection(uri: uri(path) { $0.mode = .create }, options: .readonly)
            }
            #expect(wider.resultCode.primary == .perm)
            let missing = try failure {
                try Connection(uri: uri(path + "x") { $0.mode = .readwrite })
            }
            #expect(missing.resultCode.primary == .cantOpen)
        }
    }

    @Test("Connections share a named database in memory")
    func memory() throws {
        let uri = DatabaseURI.memory("datalite-\(UUID().uuidString) ?")
        let first = try Connection(uri: uri)
        try first.makeSample()
        #expect(try Connection(uri: uri).ids() == [1, 2, 3])
        #expect(first.uriParameters() == [])
    }

    @Test("An open database knows the parameters of its URI, each in the form of its kind")
    func openParameters() throws {
        try withTemporaryDirectory { directory in
            let other = uri(directory + "/other.db") {
                $0["on"] = "yes"
                $0["number"] = "-5"
                $0["empty"] = ""
                $0["text"] = "é&"
            }
            let connection = try Connection(path: directory + "/x.db", options: [.default, .uri])
            try connection.execute("ATTACH ? AS other", [other.text])
            #expect(connection.uriParameters() == [])
            #expect(connection.uriParameter("text") == nil)
            #expect(connection.uriParameters(of: "other") == other.parameters)
            #expect(connection.uriParameter("text", of: "other") == "é&")
            #expect(connection.uriParameter("empty", of: "other") == "")
            for name in ["none", "text\0x"] {
                #expect(connection.uriParameter(name, of: "other") == nil)
                #expect(connection.uriParameter(name, of: "other", default: true))
                #expect(connection.uriParameter(name, of: "other", default: 7) == 7)
            }
            #expect(connection.uriParameter("on", of: "other", default: false))
            #expect(connection.uriParameter("text", of: "other", default: true))
            #expect(!connection.uriParameter("text", of: "other", default: false))
            #expect(connection.uriParameter("number", of: "other", default: 7) == -5)
            #expect(connection.uriParameter("text", of: "other", default: 7) == 7)
            for schema in ["nowhere", "temp", "oth\0er"] {
                #expect(connection.uriParameters(of: schema) == [])
                #expect(connection.uriParameter("on", of: schema) == nil)
            }
            try connection.close()
            #expect(connection.uriParameters(of: "other") == [])
            #expect(connection.uriParameter("on", of: "other", default: true))
        }
    }

    @Test("An open database knows the paths of its journal and its WAL")
    func journals() throws {
        try withTemporaryDirectory { directory in
            let uri = uri(directory + "/x.db") { $0["a"] = "b" }
            let connection = try Connection(
                uri: uri, configuration: .init { $0.journalMode = .wal })
            try connection.makeSample()
            let path = try #require(connection.path)
            #expect(connection.journalPath() == path + "-journal")
            #expect(connection.walPath() == path + "-wal")
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(connection.walPath(of: "nowhere") == nil)
        }
        for location in [Connection.Location.inMemory, .temporary] {
            let connection = try Connection(location: location)
            #expect(connection.journalPath() == nil && connection.walPath() == nil)
            #expect(connection.uriParameters() == [] && connection.uriParameter("a") == nil)
        }
    }
}
