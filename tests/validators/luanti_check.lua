-- A world mod that compares the map with expected.txt (lines of x y z name), writes result.txt and ends the server.
local path = minetest.get_worldpath()
local places, low, high = {}, nil, nil

for line in io.lines(path .. "/expected.txt") do
    local x, y, z, name = line:match("^(%S+) (%S+) (%S+) (%S+)$")
    local pos = vector.new(tonumber(x), tonumber(y), tonumber(z))
    places[#places + 1] = {pos = pos, name = name}
    low = low and vector.combine(low, pos, math.min) or pos
    high = high and vector.combine(high, pos, math.max) or pos
end

local function compare()
    local wrong, unknown, filled, first = 0, 0, 0, ""
    for _, place in ipairs(places) do
        local found = minetest.get_node(place.pos).name
        if found ~= place.name then
            wrong = wrong + 1
            if wrong <= 5 then
                first = first .. minetest.pos_to_string(place.pos) .. ": " .. found .. " instead of " .. place.name .. "\n"
            end
        end
        if not minetest.registered_nodes[found] then
            unknown = unknown + 1
            first = first .. found .. " is unknown\n"
        end
        if found ~= "air" then filled = filled + 1 end
    end
    local out = io.open(path .. "/result.txt", "w")
    out:write(first, #places, " places, ", filled, " of them filled, ", wrong, " wrong, ", unknown, " unknown\n")
    out:close()
    minetest.request_shutdown()
end

minetest.after(0, function()
    minetest.emerge_area(low, high, function(_, _, remaining)
        if remaining == 0 then minetest.after(0, compare) end
    end)
end)
