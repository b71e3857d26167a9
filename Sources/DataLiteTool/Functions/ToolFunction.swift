import DataLiteCore

/// A function that the tool adds to every connection it opens.
struct ToolFunction {
    /// A call of the function.
    let signature: String
    /// A description of the result.
    let summary: String
    /// Adds the function to a connection.
    let register: (any ConnectionProtocol) throws -> Void

    static var all: [ToolFunction] {
        [
            ToolFunction(
                signature: "haversine(lat1, lon1, lat2, lon2)",
                summary: "distance in kilometers; the arguments are degrees",
                register: { try $0.addHaversine() }),
            ToolFunction(
                signature: "median(x)",
                summary: "middle value; moving median with OVER",
                register: { try $0.add(function: Median.self) }),
            ToolFunction(
                signature: "mode(x)",
                summary: "most frequent value; the smallest if there are several",
                register: { try $0.add(function: Mode.self) }),
            ToolFunction(
                signature: "value REGEXP pattern",
                summary: "whether a regular expression matches the whole text",
                register: { try $0.add(function: Function.Regexp.self) }),
            ToolFunction(
                signature: "slugify(text)",
                summary: "text for a URL: 'Crème brûlée' becomes creme-brulee",
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
