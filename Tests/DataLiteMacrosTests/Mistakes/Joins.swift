// Errors in long joins. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros

@Table struct Album: Identifiable {
    let id: Int
    var title: String
    var artistID: Int
}

@Table struct Artist: Identifiable {
    let id: Int
    var name: String
    var countryID: Int
}

@Table struct Country: Identifiable {
    let id: Int
    var name: String
    var regionID: Int
}

@Table struct Region: Identifiable {
    let id: Int
    var name: String
    var worldID: Int
}

@Table struct World: Identifiable {
    let id: Int
    var name: String
}

func columnsOfDifferentTypes() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.name }
    //                                      ^ cannot convert value of type 'SQLExpression<String>'
}
func unknownColumn() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldId == $4.id }
    //                        ^ value of type 'Region.Columns' has no member 'worldId'
}
func unknownColumnOfLeftJoin() {
    _ = Album.leftJoin(Artist.all) { $0.artistID == $1.id }
        .leftJoin(Country.all) { $1.countryID == $2.id }
        .leftJoin(Region.all) { $2.regionID == $3.id }
        .leftJoin(World.all) { $3.worldID == $4.ident }
    //                                          ^ value of type 'World.OuterColumns' has no
}
func unknownColumnOfTable() {
    _ = Album.join(Artist.self) { $0.artistID == $1.id }
        .join(Country.self) { $1.countryID == $2.id }
        .join(Region.self) { $2.regionID == $3.id }
        .join(World.self) { $3.worldID == $4.ident }
    //                                       ^ value of type 'World.Columns' has no member 'ident'
}
func unknownColumnOfFirstJoin() {
    _ = Album.join(Artist.all) { $0.artistId == $1.id }
        //                          ^ value of type 'Album.Columns' has no member 'artistId'
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.id }
}
func tooFewParameters() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { region, world in region.worldID == world.id }
    //                   ^ pack expansion requires that 'Album.Columns, Artist.Columns,
}
func tooManyParameters() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $5.id }
    //                   ^ pack expansion requires that 'Album.Columns, Artist.Columns,
}
func assignmentForEquality() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID = $4.id }
    //                        ^ cannot assign to property: 'worldID' is a get-only property
    //                                ^ cannot convert value of type '()' to expected argument type
}
func sumOfTextAndNumber() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.id }
        .select { ($0.title, $4.name + $4.id) }
    //   ^ generic parameter 'NewOutput' could not be inferred
    //                                    ^ cannot convert value of type 'SQLExpression<Int>' to expected
}
func unknownColumnInSelect() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.id }
        .select { ($0.title, $4.nme) }
    //   ^ generic parameter 'NewOutput' could not be inferred
    //                          ^ value of type 'World.Columns' has no member 'nme'
}
func resultOfOtherType(_ db: any ConnectionProtocol) throws {
    let rows: [(String, Int)] = try Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.id }
        .select { ($0.title, $4.name) }.fetchAll(db)
    //          ^ cannot convert return expression of type 'Selected<(SQLExpression<String>.Output,
    _ = rows
}
func conditionOfOtherType() {
    _ = Album.join(Artist.all) { $0.artistID == $1.id }
        .join(Country.all) { $1.countryID == $2.id }
        .join(Region.all) { $2.regionID == $3.id }
        .join(World.all) { $3.worldID == $4.id }
        .where { $4.name == 3 }
    //                      ^ cannot convert value of type 'Int' to expected argument type 'String'
}

// MARK: - Shared columns

func sharedColumnOfOtherType() {
    _ = Album.join(Artist.self) { $0.using(\.title, $1, \.id) }
    //                               ^ 'using' is unavailable: a shared column has the same type in
}
func unknownSharedColumn() {
    _ = Album.join(Artist.self) { $0.using(\.nam, $1, \.name) }
    //                                     ^ value of type 'Album.Columns' has no member 'nam'
}
