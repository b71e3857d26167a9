import ArgumentParser

/// The command-line arguments of the process as text.
enum CommandLineText {
    /// The arguments, including the name of the program.
    ///
    /// `CommandLine.arguments` replaces bytes that are not UTF-8, so a path could name a different file.
    ///
    /// - Throws: A usage error with the index of the first argument that is not valid UTF-8.
    static func arguments() throws -> [String] {
        try arguments((0..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] })
    }

    static func arguments(_ pointers: [UnsafeMutablePointer<CChar>?]) throws -> [String] {
        try pointers.enumerated().map { index, pointer in
            guard let pointer else { return "" }
            guard let text = String(validatingCString: pointer) else {
                throw ValidationError("argument \(index) is not valid UTF-8")
            }
            return text
        }
    }
}
