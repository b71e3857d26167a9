import DataLiteClauses
import DataLiteMacros

/// Queries that are written with clauses.
enum ClauseForms {
    static func joined() -> some Query<(String, String?)> {
        sql { schema in
            let item = schema.table(Item.self)
            let kind = schema.optionalTable(Kind.self)
            Select(item.title, kind.name)
            From(item)
            LeftJoin(kind, on: item.categoryID == kind.id)
            Where(item.price > 10 && kind.name != "x")
            OrderBy(item.price.desc(), kind.name)
            Limit(20)
        }
    }
    static func grouped() -> some Query<(String, Int)> {
        sql { schema in
            let item = schema.table(Item.self)
            let customer = schema.table(Customer.self)
            Select(customer.name, item.id.count())
            From(item)
            Join(customer, on: item.customerID == customer.id)
            GroupBy(customer.id)
            Having(item.id.count() > 5)
        }
    }
    static func parameters(_ db: any ConnectionProtocol) throws -> [String] {
        let price = NamedParameter<Double>(named: "price")
        let query = sql { schema in
            let item = schema.table(Item.self)
            let total = (item.price * 2).round(to: 2)
            Select(item.title)
            From(item)
            Where(total > price)
            OrderBy(total.asc())
        }
        var request = try db.request(query)
        request[price] = 1.5
        return try request.fetchAll()
    }
    static func tenTables() -> some Query<(String, Int?, String)> {
        sql { schema in
            let t0 = schema.table(T0.self)
            let t1 = schema.table(T1.self)
            let t2 = schema.table(T2.self)
            let t3 = schema.table(T3.self)
            let t4 = schema.optionalTable(T4.self)
            let t5 = schema.table(T5.self)
            let t6 = schema.table(T6.self)
            let t7 = schema.table(T7.self)
            let t8 = schema.table(T8.self)
            let t9 = schema.table(T9.self)
            Select(t0.name, t4.rank, t9.name)
            From(t0)
            Join(t1, on: t0.next == t1.id)
            Join(t2, on: t1.next == t2.id)
            Join(t3, on: t2.next == t3.id && t3.rank > 3)
            LeftJoin(t4, on: t3.next == t4.id)
            Join(t5, on: t3.next == t5.id)
            Join(t6, on: t5.next == t6.id)
            Join(t7, on: t6.next == t7.id)
            Join(t8, on: t7.next == t8.id)
            Join(t9, on: t8.next == t9.id)
            Where(t0.name.contains("a") && t9.rank == nil)
            OrderBy(t0.name, t9.rank.desc())
        }
    }
}
