import DataLiteCore

/// A function that the tool adds to every connection it opens.
struct ToolFunction {
    /// How it is called.
    let signature: String
    /// What it gives, in a few words.
    let summary: String
    /// Makes it known to a connection.
    let register: (any ConnectionProtocol) throws -> Void

    static var all: [ToolFunction] {
        [
            ToolFunction(
                signature: "haversine(lat1, lon1, lat2, lon2)",
                summary: "kilometres between two places, given in degrees",
                register: { try $0.addHaversine() }),
            ToolFunction(
                signature: "median(x)",
                summary: "middle value; with OVER, a moving median",
                register: { try $0.add(function: Median.self) }),
            ToolFunction(
                signature: "mode(x)",
                summary: "most frequent value; the smallest of several",
                register: { try $0.add(function: Mode.self) }),
            ToolFunction(
                signature: "value REGEXP pattern",
                summary: "whether the whole text matches a regular expression",
                register: { try $0.add(function: Function.Regexp.self) }),
            ToolFunction(
                signature: "slugify(text)",
                summary: "text as part of an address: 'Crème brûlée' to creme-brulee",
                register: { try $0.add(function: Slugify.self) }),
            ToolFunction(
                signature: "stddev(x)",
                summary: "standard deviation of a sample (n - 1)",
                register: { try $0.addStandardDeviation() }),
        ]
    }
}

extension ConnectionProtocol {
    /// Adds every function of the tool.
    func addToolFunctions() throws {
        for function in ToolFunction.all { try function.register(self) }
    }
}
