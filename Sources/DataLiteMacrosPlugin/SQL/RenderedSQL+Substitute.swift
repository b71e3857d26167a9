import DataLiteSourceSQL

extension RenderedSQL {
    /// What takes the place of an interpolation.
    enum Substitute: String {
        case value = "?"
        case name = #""name""#
        case query = "SELECT 1"
        case nothing = " "
        /// A part of a string, a quoted name or a comment.
        case letter = "x"
    }

    /// - Parameter substitutes: for interpolations by index, instead of what their syntax tells.
    init(_ source: SourceSQL, substitutes: [Int: Substitute]) {
        self.init(source, substitutes.mapValues(\.rawValue))
    }
}
