import DataLiteTestSupport
import Foundation
import Testing

@Suite("An error in a declaration with a macro")
struct MistakeTests {
    /// Each file contains errors and comments with the expected diagnostics and fix-its.
    @Test(
        "Errors are reported at their positions, with fix-its",
        arguments: [
            "Types", "Properties", "Attributes", "Enums", "Functions", "CodingKeys",
            "InsertedArrays",
        ])
    func diagnostics(file: String) throws {
        let outcome = try SwiftCompiler.verify(Self.path(of: file))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test(
        "An option that a group or a single column cannot have is an error in the generated code",
        arguments: [
            ("_requireColumn", "a group has several columns: name them in the group"),
            ("_requireCollated", "a group has several columns: write 'collate:'"),
            ("_requireConstrained", "a group has several columns: write 'unique:'"),
            ("_requireGroup", "'prefix:' is for a group of columns"),
        ])
    func groupOptions(function: String, message: String) throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "NamedGroups"))
        let lines = outcome.errors.split(separator: "\n").filter {
            $0.hasPrefix("macro expansion")
                && $0.contains("error: '\(function)' is unavailable: \(message)")
        }
        #expect(lines.count == 3)
        #expect(outcome.status != 0)
    }

    @Test("A deprecated property is a warning where the program uses it, not in generated code")
    func deprecatedProperties() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "Deprecated"))
        let warnings = outcome.errors.components(separatedBy: "\n").filter {
            $0.contains(".swift:") && $0.contains(": warning: ")
                || $0.hasPrefix("macro expansion")
        }
        #expect(warnings.count == 4)
        #expect(warnings.allSatisfy { $0.contains("Deprecated.swift:") })
        #expect(outcome.status == 0)
    }

    @Test("A type that cannot be stored is an error at a comment, and at the property of 'Columns'")
    func storedTypes() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "StoredTypes"))
        let lines = outcome.errors.split(separator: "\n")
        let errors = lines.filter { $0.hasPrefix("macro expansion") && $0.contains("error:") }
        #expect(errors.count == 2 * 4)
        #expect(
            errors.allSatisfy {
                $0.hasSuffix("type 'Point' does not conform to protocol 'RowRepresentable'")
            })
        #expect(
            lines.contains {
                $0.hasSuffix("conform the type to 'SQLiteRepresentable', or write '@Column(as:)'.")
            })
    }

    @Test("A table in an extension of a generic type is one error, below a comment")
    func genericExtension() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "GenericExtension"))
        let lines = outcome.errors.split(separator: "\n")
        let errors = lines.filter { $0.hasPrefix("macro expansion") && $0.contains("error:") }
        #expect(errors.count == 1)
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "declare the type in the generic type itself, not in an extension of it.")
            })
    }

    @Test("Another name for a type with a form in the table is a warning in the generated code")
    func formNames() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "FormNames"))
        let lines = outcome.errors.split(separator: "\n").filter {
            $0.hasPrefix("macro expansion") && $0.contains("warning: ")
        }
        #expect(outcome.status == 0)
        #expect(lines.count == 2 + 3)
        #expect(lines.count { $0.contains("write 'Date' as the type, or '@Column(as:)'") } == 2)
        #expect(lines.count { $0.contains("write 'UUID' as the type, or '@Column(as:)'") } == 3)
    }

    private static func path(of file: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Mistakes/\(file).swift").path
    }
}
