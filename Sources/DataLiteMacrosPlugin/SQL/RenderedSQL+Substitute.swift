import DataLiteSourceSQL

extension RenderedSQL {
    /// The placeholder for an interpolation.
    enum Substitute: String {
        case value = "?"
        case name = #""name""#
        case query = "SELECT 1"
        case nothing = " "
        /// A part of a string, a quoted name or a comment.
        case letter = "x"
    }

    /// - Parameter substitutes: The placeholders of interpolations, by index, which replace the default ones.
    init(_ source: SourceSQL, substitutes: [Int: Substitute]) {
        self.init(source, substitutes.mapValues(\.rawValue))
    }
}
